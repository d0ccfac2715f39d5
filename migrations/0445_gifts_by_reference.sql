-- The search for everything finds gifts by their reference. Those of the API have it in contributions_reference.
create index contributions_referred on contributions (church_id, reference) where source <> 'api' and reference is not null;

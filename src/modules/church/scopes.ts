/** Every scope a key can have (spec, Authentication, rule 4). */
export const SCOPES = [
  'people:read',
  'people:write',
  'families:read',
  'families:write',
  'branches:read',
  'funds:read',
  'contributions:read',
  'contributions:write',
  'messages:read',
  'messages:write',
  'prayer_requests:read',
  'prayer_requests:write',
  'gifts:read',
  'sermons:read',
] as const

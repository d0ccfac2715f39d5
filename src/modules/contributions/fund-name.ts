/** The column of what names a fund by its `fund_id`: what the fund is called. */
export const FUND_NAME = '(select f.name from funds f where f.church_id = t.church_id and f.id = t.fund_id)'

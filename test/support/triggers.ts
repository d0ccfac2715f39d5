/** Triggers by which tests let something happen in the database at one moment. */
import type pg from 'pg'
import { runAs } from './database.ts'

/** Citus takes triggers on distributed tables only from who asks for it; one PostgreSQL knows no such setting, and takes it. */
const ON_SHARDS_TOO = 'set citus.enable_unsafe_triggers = on'

interface Trigger {
  on: string
  /** Such as 'before delete'. */
  when: string
  /** What it does to each row, as PL/pgSQL between `begin` and `end`. */
  does: string
}

/** Does something while a table has a trigger. @param owner of the tables */
export async function triggered<T>(
  owner: pg.ClientConfig,
  { on, when, does }: Trigger,
  work: () => Promise<T>,
): Promise<T> {
  await runAs(
    owner,
    ON_SHARDS_TOO,
    `create function by_test() returns trigger language plpgsql as $$ begin ${does} end $$`,
    `create trigger by_test ${when} on ${on} for each row execute function by_test()`,
  )
  try {
    return await work()
  } finally {
    await runAs(owner, ON_SHARDS_TOO, `drop trigger by_test on ${on}`, 'drop function by_test')
  }
}

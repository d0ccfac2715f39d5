/** How a yardstick answers a request. */
import type pg from 'pg'

/** By method and path. */
export interface Answer {
  method: string
  path: RegExp
  status: number
  /** @returns the body */
  run(pool: pg.Pool, url: URL, body: string): Promise<string>
}

/** Records a gift in one transaction. @param insert what it writes there @returns how the yardstick answers a gift */
export const recording = <Data>(
  insert: (client: pg.ClientBase, gift: Gift) => Promise<Data>,
  print: (data: Data) => string,
): Answer => ({
  method: 'POST',
  path: /^\/api\/v1\/contributions$/,
  status: 201,
  async run(pool, _url, body) {
    const client = await pool.connect()
    try {
      await client.query('begin')
      const data = await insert(client, JSON.parse(body) as Gift)
      await client.query('commit')
      return print(data)
    } finally {
      client.release()
    }
  },
})

/** What is sent to record a gift. */
export interface Gift {
  person_id: number
  amount: number
  given_on: string
  reference: string
}

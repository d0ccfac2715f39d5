/** Nobody sees or touches what is outside their church or branch, by a key or in the console: two suites on the same records. */
import { after } from 'node:test'
import './isolation/of-keys.ts'
import './isolation/of-members.ts'
import { shared } from './isolation/shared-worlds.ts'

after(async () => (await shared()).service.close())

/** One address attacks each way in: early closing. */
import { attackSuite } from './suite.ts'

attackSuite('early closing')

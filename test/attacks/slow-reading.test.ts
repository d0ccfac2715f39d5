/** One address attacks each way in: slow reading. */
import { attackSuite } from './suite.ts'

attackSuite('slow reading')

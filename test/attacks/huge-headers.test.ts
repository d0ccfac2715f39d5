/** One address attacks each way in: huge headers. */
import { attackSuite } from './suite.ts'

attackSuite('huge headers')

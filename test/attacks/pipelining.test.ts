/** One address attacks each way in: pipelining. */
import { attackSuite } from './suite.ts'

attackSuite('pipelining')

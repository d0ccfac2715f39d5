/** One address attacks each way in: many idle connections. */
import { attackSuite } from './suite.ts'

attackSuite('many idle connections')

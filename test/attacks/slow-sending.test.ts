/** One address attacks each way in: slow sending. */
import { attackSuite } from './suite.ts'

attackSuite('slow sending')

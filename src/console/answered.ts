/** Answers the pages' own requests, as `answers.ts` says. */
import type { Reply } from '../http/message.ts'
import { success } from '../http/respond.ts'
import type { Answers, ChurchAnswers } from './answers.ts'

/** What a request of nobody's church is answered with. @param _route which one: its answer is of that type */
export const answered = <Route extends keyof Answers>(_route: Route, data: Answers[Route]): Reply =>
  success({ status: 200, data: JSON.stringify(data) })

type Told<What extends keyof ChurchAnswers> = ChurchAnswers[What] & { meta?: Record<string, unknown> }

/** The same of a request about a church. */
export const answeredOf = <What extends keyof ChurchAnswers>(_what: What, { data, meta }: Told<What>): Reply =>
  success({ status: 200, data: JSON.stringify(data), ...(meta && { meta }) })

/** Why a request did not do what was asked. */
import type { Said } from '../../../src/texts/said.ts'
import { inWords, saidHere, t } from '../texts/t.ts'

/** The server answered, and refused. */
export class Refusal extends Error {
  readonly status: number
  /** Machine-readable, such as `validation_failed`. */
  readonly code: string
  /** A sentence for each wrong field. */
  readonly errors: Readonly<Record<string, string>>
  /** The message as a text of the catalogues, where the server has it so. */
  readonly said: Said | undefined
  /** What was asked at, below `/console/api`. */
  readonly path: string

  constructor(
    status: number,
    code: string,
    message: string,
    errors: Readonly<Record<string, string>> = {},
    { said, path = '' }: { said?: Said | undefined; path?: string } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
    this.said = said
    this.path = path
  }
}

/** No answer came: the network or the server is away. Whether the request was carried out is not known. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super(t('The server could not be reached. Check your connection and try again.'), { cause })
  }
}

/** What to tell the person who asked. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return t('Something went wrong.')
  const said = error instanceof Refusal ? error.said : undefined
  const message = said ? saidHere(said) : inWords(error.message)
  if (error instanceof Refusal && error.status === 403 && error.code !== 'plan_limit_reached')
    return t('{message} Ask an owner of your church for access.', { message })
  return message
}

/** True when sending the same again may help. */
export const worthRetrying = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status === 429 || error.status >= 500

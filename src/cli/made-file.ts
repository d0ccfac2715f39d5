/** Files that views make, written by commands. */
import { readingOf } from '../resource/act.ts'
import type { TypedView } from '../resource/action.ts'
import { checkBody } from '../resource/body.ts'
import { MadeFile } from '../resource/made-file.ts'
import type { Open } from './command.ts'
import { callerIn, commandParts } from './doing.ts'
import { writeFile } from './written-file.ts'

/**
 * What a view shows the command line.
 * @param sent what was typed, as the view's fields take it; undefined values were not
 * @throws ApiError `validation_failed` naming every wrong value
 */
export async function lookAt<In extends object, Out>(
  open: Open,
  slug: string,
  view: TypedView<string, In, Out>,
  sent: { [K in keyof In]?: string | undefined },
): Promise<Out> {
  const church = await open.church(slug)
  const form = new Map(
    Object.entries(sent).flatMap(([name, value]) => (typeof value === 'string' ? [[name, [value]]] : [])),
  )
  const { input, problems } = checkBody(view.fields, { form }, true, church)
  problems.throwIfAny()
  const [caller, parts] = await Promise.all([callerIn(open, church), commandParts(open)])
  return (await view.run(readingOf(parts), caller, input)) as Out
}

/**
 * Writes the file that a view makes.
 * @throws CommandError where it cannot be written
 */
export async function writeMade<In extends object>(
  open: Open,
  slug: string,
  view: TypedView<string, In, unknown>,
  sent: { [K in keyof In]?: string | undefined },
  out: string,
): Promise<void> {
  const made = await lookAt(open, slug, view, sent)
  if (!(made instanceof MadeFile)) throw new Error(`${view.name} makes no file.`)
  await writeFile(made.pieces, out, open.stop)
}

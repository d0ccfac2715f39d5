/** promotion draft, moves: a draft by the names of its years, with ways for classes and grades, and who goes where. The rest of the group is derived. */
import { draftPromotion, yearNamed } from '../modules/promotions/draft.ts'
import { MOST_AT_ONCE, setMoves } from '../modules/promotions/exceptions.ts'
import type { promotionFields } from '../modules/promotions/fields.ts'
import type { PromotionShown } from '../modules/promotions/shown.ts'
import { promotionView } from '../modules/promotions/shown.ts'
import { readingOf } from '../resource/act.ts'
import type { RecordOf } from '../resource/resource.ts'
import { ENGLISH } from '../texts/language.ts'
import { moveReasonWords, passedOverWords } from '../texts/promotion-reasons.ts'
import type { ByHand } from './by-hand.ts'
import { action, CommandError, type Open } from './command.ts'
import { callerIn, commandParts, doAction } from './doing.ts'
import { idOption } from './numbers.ts'
import { decisionsOf, type SaidWays } from './promotion-ways.ts'
import { CHURCH } from './resource-change.ts'

interface DraftOptions extends Partial<SaidWays> {
  church: string
  from: string
  to: string
}

export const byHand: ByHand = {
  instead: [draftPromotion],
  add(promotion, call) {
    action(
      promotion
        .command('draft')
        .description('draw up who moves up, or bring the draft up to date; nothing changes yet')
        .requiredOption('--from <year>', 'the school year that ends, by its name or id')
        .requiredOption('--to <year>', 'the one that begins')
        .option('--next <from=to>', 'where a class goes: to another, or graduate, stay, leave', more, [])
        .option('--grade <grade=to>', 'where all of a grade go, whatever their class does', more, [])
        .requiredOption(...CHURCH)
        .addHelpText(
          'after',
          '\nExamples:\n  sexton promotion draft --from 2025/26 --to 2026/27 --church grace\n  sexton promotion draft --from 2025/26 --to 2026/27 --next Lions=Eagles --grade 6=graduate --church grace',
        ),
      call,
      async (open, { church, from, to, next = [], grade = [] }: DraftOptions) => {
        const sent = { from_year_id: await yearOf(open, church, from), to_year_id: await yearOf(open, church, to) }
        const drafted = await doAction(open, church, draftPromotion, sent)
        const made = await decide(open, church, drafted, { next, grade })
        const { id, moved, graduated, stayed, left } = made
        const { passed_over } = await shownOf(open, church, id)
        const text = `Promotion ${id}: ${moved} move up, ${graduated} graduate, ${stayed} stay, ${left} leave. Nothing has changed yet; sexton promotion moves ${id} shows who.`
        return { json: made, text: [text, ...passedLines(passed_over)].join('\n') }
      },
    )
    action(
      promotion
        .command('moves')
        .description('who goes where, class by class, and who was skipped or kept and why')
        .argument('<id>', 'the promotion', idOption)
        .requiredOption(...CHURCH)
        .addHelpText('after', '\nExample:\n  sexton promotion moves 3 --church grace'),
      call,
      async (open, id: number, { church }: { church: string }) => {
        const shown = await shownOf(open, church, id)
        return { json: shown, text: proposalText(shown) }
      },
    )
  },
}

/** As often as it is given. */
const more = (one: string, all: readonly string[]): string[] => [...all, one]

async function shownOf(open: Open, church: string, id: number): Promise<PromotionShown> {
  const caller = await callerIn(open, await open.church(church))
  return (await promotionView.run(readingOf(await commandParts(open)), caller, { id })) as PromotionShown
}

type Drafted = RecordOf<typeof promotionFields>

/** What is said of classes and grades, as exceptions to what the draft proposes. @returns the draft, as it is then */
async function decide(open: Open, church: string, drafted: Drafted, said: SaidWays): Promise<Drafted> {
  let draft = drafted
  for (const { person_ids, ...way } of decisionsOf(await shownOf(open, church, drafted.id), said)) {
    for (let at = 0; at < person_ids.length; at += MOST_AT_ONCE) {
      const some = person_ids.slice(at, at + MOST_AT_ONCE)
      draft = await doAction(open, church, setMoves, { id: drafted.id, person_ids: some, ...way })
    }
  }
  return draft
}

/** @throws CommandError for a year that there is not */
async function yearOf(open: Open, slug: string, said: string): Promise<number> {
  const { id } = await open.church(slug)
  const found = await yearNamed(open.database.read, id, said)
  if (found === undefined)
    throw new CommandError(`There is no school year "${said}". See: sexton school-year list --church ${slug}`)
  return found
}

/** A line for each pupil whom the draft passes over. */
const passedLines = (passed: PromotionShown['passed_over']): string[] =>
  passed.map(
    ({ full_name, group_name, reason }) =>
      `  passed over: ${full_name}: ${passedOverWords(reason, group_name, ENGLISH.say)}`,
  )

/** A line for each class, and one for whoever did not go with the others. */
function proposalText({ classes, targets, overfull, passed_over }: PromotionShown): string {
  const nameOf = (id: number): string => targets.find(one => one.id === id)?.name ?? `class ${id}`
  const lines = classes.flatMap(({ name, pupils }) => {
    const ways = new Map<string, number>()
    for (const { action: way, to_group_id } of pupils) {
      const words = to_group_id === null ? way : `to ${nameOf(to_group_id)}`
      ways.set(words, (ways.get(words) ?? 0) + 1)
    }
    const told = pupils.flatMap(({ full_name, result, reason }) =>
      reason === null ? [] : [`  ${result}: ${full_name}: ${moveReasonWords(reason, ENGLISH.say)}`],
    )
    return [`${name}: ${[...ways].map(([words, n]) => `${n} ${words}`).join(', ')}`, ...told]
  })
  const full = overfull.map(
    ({ name, capacity, members }) => `${name} would have ${members} members in ${capacity} places`,
  )
  return [...lines, ...full, ...passedLines(passed_over)].join('\n') || 'Nobody is in a class of that year.'
}

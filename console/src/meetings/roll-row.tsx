/** A name on the roll with its buttons. Plain elements: a roll has hundreds, and a tap draws one of them anew. */
import { type KeyboardEvent, memo, useSyncExternalStore } from 'react'
import type { RollName } from '../../../src/modules/meetings/roll-view.ts'
import { wordOf } from '../formats/words.ts'
import { Icon } from '../parts/icon.tsx'
import { t } from '../texts/t.ts'
import type { MarkState, Marks } from './use-roll.ts'

/** What can be said of somebody, by a button each. */
const STATES = ['present', 'excused', 'absent'] as const satisfies readonly MarkState[]

interface RollRowProps {
  name: RollName
  marks: Marks
  takes: boolean
  /** Asks for what else is to be said of them. The same function each time. */
  onMore(name: RollName): void
}

/** Who came as something else than most do, and what was noted of them. */
function aside({ role, first_time, note }: RollName): string | undefined {
  const as = role === null || role === 'attendee' ? undefined : wordOf(role)
  return [first_time ? t('First time here') : as, note].filter(Boolean).join(' · ') || undefined
}

/** Drawn anew when its own mark changes, and no other's. */
export const RollRow = memo(function RollRow({ name: who, marks, takes, onMore }: RollRowProps) {
  const { person_id, name } = who
  const state = useSyncExternalStore(
    listener => marks.onKey(person_id, listener),
    () => marks.get(person_id),
  )
  const note = aside(who)
  return (
    <li className="roll-row">
      <span className="roll-name">
        {name}
        {note !== undefined && <small>{note}</small>}
      </span>
      {takes ? (
        <span className="roll-marks">
          {STATES.map(one => (
            <button
              key={one}
              type="button"
              tabIndex={-1}
              data-state={one}
              aria-label={t('{name}: {state}', { name, state: wordOf(one) })}
              aria-pressed={state === one}
              onClick={() => marks.tap(person_id, state === one ? 'undone' : one)}
            >
              {state === one && <Icon name="done" size={12} />}
              {wordOf(one)}
            </button>
          ))}
          <button
            type="button"
            tabIndex={-1}
            aria-label={t('{name}: first time, visitor, note', { name })}
            onClick={() => onMore(who)}
          >
            <Icon name="edit" size={12} />
          </button>
        </span>
      ) : (
        <span className="roll-state">
          {state === undefined || state === 'undone' ? t('Not marked') : wordOf(state)}
        </span>
      )}
    </li>
  )
})

/** Where an arrow leads: rows and buttons away, where lines run from left to right. */
const STEPS: Readonly<Record<string, readonly [rows: number, buttons: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** Arrows move from button to button; the Tab key comes back to where one was. */
export function moveInRoll(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  const from = document.activeElement
  const row = from?.closest('.roll-row')
  if (step === undefined || !row) return
  const [rows, right] = step
  const buttons = document.dir === 'rtl' ? -right : right
  const target = rows === 0 ? row : rows > 0 ? row.nextElementSibling : row.previousElementSibling
  const at = [...row.querySelectorAll('button')].indexOf(from as HTMLButtonElement) + buttons
  const to = target?.querySelectorAll('button')[at]
  event.preventDefault()
  if (to === undefined) return
  for (const one of event.currentTarget.querySelectorAll('button[tabindex="0"]')) one.setAttribute('tabindex', '-1')
  to.setAttribute('tabindex', '0')
  to.focus()
}

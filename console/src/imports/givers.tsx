/** Whom a file means that has nothing but names, givers or others: whether names are looked up, and who is meant by the doubtful ones. */
import { NativeSelect, Stack, Switch, Text } from '@mantine/core'
import type { ShownNames } from '../../../src/modules/import-files/shown.ts'
import type { NameDecisions, OpenName } from '../../../src/resource/import-names.ts'
import { listOfAll } from '../formats/lists.ts'
import { count } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'

/** In the place of a member number: it was not decided. */
const OPEN = 'open'

interface GiversProps {
  names: ShownNames
  /** @param names what is said now, and nothing of before */
  onSay(names: NameDecisions): void
}

const peopleWords = (sure: number | null): string =>
  sure === null
    ? t('Without this, rows that have nothing but a name are left out.')
    : t(
        '{sure, plural, =0 {No name in the file is that of just one person on record.} one {# name in the file is that of just one person on record.} other {# names in the file are those of just one person on record.}} Without this, rows that have nothing but a name are left out.',
        { sure },
      )

/** Lines that are shown of a name. */
const SHOWN_LINES = 5

/** A name, and where it stands in the file. */
export const whereWords = ({ name, rows, lines }: Pick<OpenName, 'name' | 'rows' | 'lines'>): string =>
  t('"{text}", in {count, plural, one {line {lines}} other {# rows (lines {lines})}}', {
    text: name,
    count: rows,
    lines: listOfAll([
      ...lines.slice(0, SHOWN_LINES).map(count),
      ...(rows > SHOWN_LINES ? [t('{count, number} more', { count: rows - SHOWN_LINES })] : []),
    ]),
  })

export function Givers({ names: { match, keeps, sure, open }, onSay }: GiversProps) {
  return (
    <Section title={keeps ? t('Givers') : t('People')}>
      <Stack>
        <Switch
          label={keeps ? t('Find givers by their names') : t('Find people by their names')}
          description={
            !keeps
              ? peopleWords(sure)
              : sure === null
                ? t('Without this, gifts keep the name and belong to nobody.')
                : t(
                    '{sure, plural, =0 {No name in the file is that of just one person on record.} one {# name in the file is that of just one person on record.} other {# names in the file are those of just one person on record.}} Without this, gifts keep the name and belong to nobody.',
                    { sure },
                  )
          }
          checked={match}
          onChange={event => onSay({ match: event.currentTarget.checked, said: {} })}
        />
        {match && open.length > 0 && (
          <>
            <Text size="sm">
              {t(
                'These names may mean several people, are nearly the name of somebody, or stand beside the telephone of somebody else:',
              )}
            </Text>
            {open.map(({ name, rows, lines, may, said }) => (
              <NativeSelect
                key={name}
                label={whereWords({ name, rows, lines })}
                value={said ?? OPEN}
                data={[
                  ...(said === null
                    ? [
                        {
                          value: OPEN,
                          label: keeps
                            ? t('Not decided: the gifts keep the name only')
                            : t('Not decided: the rows are left out'),
                        },
                      ]
                    : []),
                  ...may.map(one => ({
                    value: one.member_no,
                    label: t('{name}, {number}, {branch}', {
                      name: one.name,
                      number: one.member_no,
                      branch: one.branch,
                    }),
                  })),
                  { value: '', label: t('None of them') },
                ]}
                onChange={event => onSay({ match, said: { [name]: event.currentTarget.value } })}
                maw={420}
              />
            ))}
          </>
        )}
      </Stack>
    </Section>
  )
}

/** What would happen: how many rows of each kind, the sums of gifts, and each row. */
import { Button, Checkbox, Group, List, SegmentedControl, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import type { Bucket } from '../../../src/modules/import-files/outcomes.ts'
import type { FileState } from '../../../src/modules/import-files/views.ts'
import type { NamesReport } from '../../../src/resource/import-names.ts'
import type { PhonesReport } from '../../../src/resource/import-report.ts'
import { listOfAll } from '../formats/lists.ts'
import { money } from '../formats/money.ts'
import { useNotifiedAction } from '../forms/use-notified-action.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Section } from '../parts/section.tsx'
import { saidHere, t } from '../texts/t.ts'
import { FileDownload } from './file-download.tsx'
import { whereWords } from './givers.tsx'
import { RowList } from './row-list.tsx'
import { bucketSentence, bucketWord } from './words.ts'

const ORDER: readonly Bucket[] = ['doubtful', 'refused', 'changed', 'new', 'same', 'before']

export function Preview({ state, onBack }: { state: FileState; onBack(): void }) {
  const { id, kind, buckets, report, undecided, written, said } = state
  const there = ORDER.filter(one => (buckets[one] ?? 0) > 0)
  const [chosen, setChosen] = useState<Bucket>()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const bucket = chosen ?? there[0]
  const start = useNotifiedAction('import_files.start', t('Not imported'))
  const check = useNotifiedAction('import_files.check', t('Not checked'))
  return (
    <Stack>
      <Section title={t('What will happen')}>
        <Stack>
          <List>
            {there.map(one => (
              <List.Item key={one}>{bucketWord(one, buckets[one] ?? 0)}</List.Item>
            ))}
          </List>
          {report?.sums.map(({ currency, gifts, amount }) => (
            <Text key={currency} fw={600}>
              {t('{gifts, plural, one {# gift} other {# gifts}}, {display}', {
                gifts,
                display: money(amount, currency),
              })}
            </Text>
          ))}
          {report?.notes
            .map(note => saidHere(note))
            .map(note => (
              <Text key={note}>{note}</Text>
            ))}
          {report?.phones && <Phones phones={report.phones} />}
          {report?.names && <Names names={report.names} />}
          {undecided > 0 && (
            <Text>
              {t(
                '{undecided, plural, one {# row is not decided, and would be left out.} other {# rows are not decided, and would be left out.}}',
                { undecided },
              )}
            </Text>
          )}
          {((buckets.before ?? 0) > 0 || said.again) && (
            <Checkbox
              label={t('Import rows once more that were imported before')}
              description={t('Only where they are other gifts or people that happen to look the same.')}
              checked={said.again === true}
              disabled={check.pending}
              onChange={({ currentTarget: { checked: again } }) =>
                void check.act({ id, said: JSON.stringify({ ...said, kind, again }) })
              }
            />
          )}
          <Group>
            <BusyButton
              busy={start.pending}
              disabled={written === 0 || check.pending}
              onClick={() => void start.act({ id })}
            >
              {t('Import {count, plural, one {# row} other {# rows}}', { count: written })}
            </BusyButton>
            <Button variant="default" onClick={onBack}>
              {t('Change columns and values')}
            </Button>
            {(buckets.refused ?? 0) > 0 && <FileDownload id={id} what="refused" />}
          </Group>
        </Stack>
      </Section>
      {bucket && (
        <Section title={t('Rows')}>
          <Stack>
            <SegmentedControl
              aria-label={t('Which rows')}
              orientation={phone ? 'vertical' : 'horizontal'}
              value={bucket}
              onChange={value => setChosen(value as Bucket)}
              data={there.map(one => ({ value: one, label: bucketWord(one, buckets[one] ?? 0) }))}
            />
            <Text>{bucketSentence(bucket)}</Text>
            <RowList key={bucket} id={id} bucket={bucket} kind={kind} titles={report?.titles} />
          </Stack>
        </Section>
      )}
    </Stack>
  )
}

function Phones({ phones: { matched, shared, otherwise, open = [] } }: { phones: PhonesReport }) {
  return (
    <>
      <Text>
        {t(
          '{matched, plural, one {The giver of # row was found by telephone.} other {The givers of # rows were found by telephone.}}',
          { matched },
        )}
      </Text>
      {shared > 0 && (
        <Text>
          {t(
            '{shared, plural, one {# gift has a number of several people, and stays without a giver.} other {# gifts have a number of several people, and stay without a giver.}}',
            { shared },
          )}
        </Text>
      )}
      {otherwise > 0 && (
        <Text>
          {t(
            '{otherwise, plural, one {# gift has a number of somebody with another name, and stays without a giver.} other {# gifts have a number of somebody with another name, and stay without a giver.}}',
            { otherwise },
          )}
        </Text>
      )}
      {open.length > 0 && (
        <>
          <Text>
            {t('Look at these. To say who is meant, change columns and values, and find givers by their names.')}
          </Text>
          <List>
            {open.map(one => (
              <List.Item key={one.name}>
                {t('{where}: the number is that of {people}', {
                  where: whereWords(one),
                  people: listOfAll(one.may.map(({ name }) => name)),
                })}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </>
  )
}

function Names({ names: { matched, open_rows, keeps } }: { names: NamesReport }) {
  return (
    <>
      <Text>
        {keeps
          ? t(
              '{matched, plural, one {The giver of # row was found by name.} other {The givers of # rows were found by name.}}',
              { matched },
            )
          : t(
              '{matched, plural, one {The person of # row was found by name.} other {The people of # rows were found by name.}}',
              { matched },
            )}
      </Text>
      {open_rows > 0 && <Text>{openWords(open_rows, keeps)}</Text>}
    </>
  )
}

/** What becomes of rows whose name is open. @param keeps whether they go in with the name alone */
const openWords = (open_rows: number, keeps: boolean): string =>
  keeps
    ? t(
        '{open_rows, plural, one {# gift keeps the name only, since it may mean several people.} other {# gifts keep the name only, since it may mean several people.}} Change columns and values to say who is meant.',
        { open_rows },
      )
    : t(
        '{open_rows, plural, one {# row is left out, since its name may mean several people.} other {# rows are left out, since their names may mean several people.}} Change columns and values to say who is meant.',
        { open_rows },
      )

/** What the file is taken for: its kind, its columns, its values. All of it may be said otherwise. */
import { Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { SaidOfFile } from '../../../src/modules/import-files/files.ts'
import type { ShownFile } from '../../../src/modules/import-files/shown.ts'
import { Refusal, reasonOf } from '../api/refusal.ts'
import { useAction } from '../api/use-offers.ts'
import { listed } from '../formats/lists.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Notice } from '../parts/notice.tsx'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'
import { Columns } from './columns.tsx'
import { AskedEncoding, EncodingChoice } from './encodings.tsx'
import { Givers } from './givers.tsx'
import { Values } from './values.tsx'

/** What is understood of a file by what somebody has said so far. */
function useUnderstood(id: number) {
  const read = useAction('import_files.read')
  const [said, setSaid] = useState<SaidOfFile>({})
  const [file, setFile] = useState<ShownFile>()
  const [problem, setProblem] = useState<string>()
  // Nothing can be shown before somebody has said how it is encoded.
  const [isOdd, setOdd] = useState(false)
  async function look(next: SaidOfFile): Promise<void> {
    setSaid(next)
    try {
      const shown = await read.mutateAsync({ id, said: JSON.stringify(next) })
      setFile(shown)
      setSaid(shown.said)
      setProblem(undefined)
    } catch (error) {
      setProblem(reasonOf(error))
      if (error instanceof Refusal && 'encoding' in error.errors) setOdd(true)
    }
  }
  // Once: what is said from then on is asked for where it is said.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first look only
  useEffect(() => void look({}), [id])
  return { said, file, problem, setProblem, isOdd, look, pending: read.isPending }
}

export function Understanding({ id, onChecked }: { id: number; onChecked(): void }) {
  const { said, file, problem, setProblem, isOdd, look, pending } = useUnderstood(id)
  const check = useAction('import_files.check')
  async function go(): Promise<void> {
    try {
      await check.mutateAsync({ id, said: JSON.stringify({ ...said, kind: file?.kind }) })
      onChecked()
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
  if (file === undefined && isOdd)
    return (
      <AskedEncoding
        problem={problem}
        encoding={said.encoding ?? ''}
        lines={[]}
        onSay={encoding => void look({ ...said, encoding })}
      />
    )
  if (file === undefined)
    return problem ? <Problem>{problem}</Problem> : <Skeleton height={240} role="status" aria-label={t('Loading')} />
  const busy = pending || check.isPending
  return (
    <Stack>
      <WholeFile file={file} onSay={more => void look({ ...said, ...more })} />
      <Columns
        file={file}
        onSay={columns => void look({ ...said, kind: file.kind, columns: { ...said.columns, ...columns } })}
      />
      <Values
        file={file}
        onDays={order => void look({ ...said, order })}
        onDecimal={decimal => void look({ ...said, kind: file.kind, decimal })}
        onSay={(target, text, value) =>
          void look({ ...said, values: { ...said.values, [target]: { ...said.values?.[target], [text]: value } } })
        }
      />
      {file.names && (
        <Givers
          names={file.names}
          onSay={({ match, said: more }) =>
            void look({ ...said, names: { match, said: { ...said.names?.said, ...more } } })
          }
        />
      )}
      {file.missing.map(labels => (
        <Notice key={labels.join()} title={t('A column is missing')} colour="red">
          {t('Say which column holds: {labels}.', { labels: listed(labels) })}
        </Notice>
      ))}
      <Problem>{problem}</Problem>
      <Group>
        <BusyButton busy={busy} disabled={file.missing.length > 0} onClick={() => void go()}>
          {t('Check the file')}
        </BusyButton>
      </Group>
    </Stack>
  )
}

/** What it holds, where it comes from, how its letters are written. */
function WholeFile({ file, onSay }: { file: ShownFile; onSay(more: SaidOfFile): void }) {
  const { kind, kinds, rows, system, remembered, sheets, sheet, encoding, lines } = file
  return (
    <Section title={t('What is in the file')}>
      <Stack>
        <Text>{t('{rows, plural, one {# row} other {# rows}}.', { rows })}</Text>
        {system && <Text>{t('It looks like an export from {system}.', { system })}</Text>}
        {remembered && (
          <Text>{t('A file with these columns was read before: what was decided then is used again.')}</Text>
        )}
        <NativeSelect
          label={t('What does it hold?')}
          value={kind}
          data={kinds.map(one => ({ value: one.kind, label: t(one.many.charAt(0).toUpperCase() + one.many.slice(1)) }))}
          onChange={event => onSay({ kind: event.currentTarget.value, columns: {}, values: {} })}
          maw={420}
        />
        {sheets.length > 1 && (
          <NativeSelect
            label={t('Sheet')}
            value={sheet ?? ''}
            data={sheets}
            onChange={event => onSay({ sheet: event.currentTarget.value, kind: undefined, columns: {}, values: {} })}
            maw={420}
          />
        )}
        {lines.length > 0 && (
          <EncodingChoice encoding={encoding} lines={lines} onSay={one => onSay({ encoding: one })} />
        )}
      </Stack>
    </Section>
  )
}

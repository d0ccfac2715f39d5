/** What the values of the file mean: those of choices, and how days and amounts are written. */
import { Fieldset, NativeSelect, Stack } from '@mantine/core'
import type { ShownDecimal } from '../../../src/modules/import-files/open-amounts.ts'
import type { ShownFile, ShownValues } from '../../../src/modules/import-files/shown.ts'
import { choiceWord } from '../formats/words.ts'
import { Section } from '../parts/section.tsx'
import { t } from '../texts/t.ts'

interface ValuesProps {
  file: ShownFile
  onSay(target: string, text: string, value: string): void
  /** @param order '' where only days are read that can mean one thing */
  onDays(order: 'day_first' | 'month_first' | ''): void
  /** @param mark '' where only amounts are read that can mean one thing */
  onDecimal(mark: '.' | ',' | ''): void
}

export function Values({ file: { values, days, decimal }, onSay, onDays, onDecimal }: ValuesProps) {
  if (values.length === 0 && days.length === 0 && decimal === null) return null
  return (
    <Section title={t('Values')}>
      <Stack>
        {days.length > 0 && (
          <NativeSelect
            label={t('How are days written?')}
            value={days[0]?.order ?? ''}
            data={[
              { value: '', label: t('Only days that can be read in one way') },
              { value: 'day_first', label: t('Day first: 31/12/2026') },
              { value: 'month_first', label: t('Month first: 12/31/2026') },
            ]}
            onChange={event => onDays(event.currentTarget.value as 'day_first' | 'month_first' | '')}
            maw={420}
          />
        )}
        {decimal && <Decimal decimal={decimal} onSay={onDecimal} />}
        {values.map(one => (
          <OneColumn key={one.target} values={one} onSay={(text, value) => onSay(one.target, text, value)} />
        ))}
      </Stack>
    </Section>
  )
}

function Decimal({ decimal: { mark, open }, onSay }: { decimal: ShownDecimal; onSay: ValuesProps['onDecimal'] }) {
  return (
    <NativeSelect
      label={t('What stands before the decimals of amounts?')}
      {...(open.length > 0 && {
        description: t('These amounts may mean two things: {amounts}', { amounts: open.join(' · ') }),
      })}
      value={mark ?? ''}
      data={[
        { value: '', label: t('Only amounts that can be read in one way') },
        { value: '.', label: t('A point: 1,500.50') },
        { value: ',', label: t('A comma: 1.500,50') },
      ]}
      onChange={event => onSay(event.currentTarget.value as '.' | ',' | '')}
      maw={420}
    />
  )
}

function OneColumn({ values, onSay }: { values: ShownValues; onSay(text: string, value: string): void }) {
  const { label, kind, choices, free, texts } = values
  return (
    <Fieldset legend={t(label)}>
      <Stack gap="xs">
        {texts.map(({ text, count, value }) => (
          <NativeSelect
            key={text}
            label={t('"{text}", in {count, plural, one {# row} other {# rows}}', { text, count })}
            value={value ?? text}
            {...(value === null && !free && { error: t('Choose what this means') })}
            data={[
              ...(value === null ? [{ value: text, label: free ? text : t('Not known') }] : []),
              ...choices.map(choice => ({ value: choice, label: choiceWord(kind, choice) })),
              ...(value === null || value === '' || choices.includes(value) ? [] : [{ value, label: value }]),
              { value: '', label: t('Leave it empty') },
            ]}
            onChange={event => onSay(text, event.currentTarget.value)}
            maw={420}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}

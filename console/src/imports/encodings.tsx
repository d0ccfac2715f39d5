/** How the letters of a file are written, where it does not tell: chosen by what its first lines look like. */
import { NativeSelect, Stack, Text } from '@mantine/core'
import { Problem } from '../parts/problem.tsx'
import { Section } from '../parts/section.tsx'
import { msg, t } from '../texts/t.ts'

/** By the name that the server knows it by, likeliest first. */
const ENCODINGS: Readonly<Record<string, string>> = {
  'windows-1252': msg('Windows, Western Europe'),
  macintosh: msg('Older Macs, Western Europe'),
  'windows-1250': msg('Windows, Central Europe'),
  'iso-8859-2': msg('ISO 8859-2, Central Europe'),
  'windows-1254': msg('Windows, Turkish'),
  'windows-1251': msg('Windows, Cyrillic'),
  'windows-1256': msg('Windows, Arabic'),
  'utf-8': 'UTF-8',
}

interface EncodingChoiceProps {
  /** '' while nobody has said. */
  encoding: string
  /** The first lines of the file as they are read so. */
  lines: readonly string[]
  onSay(encoding: string): void
}

export function EncodingChoice({ encoding, lines, onSay }: EncodingChoiceProps) {
  const known = Object.entries(ENCODINGS).map(([value, label]) => ({ value, label: t(label) }))
  const first = encoding === '' ? [{ value: '', label: t('Choose') }] : []
  const other = encoding !== '' && !(encoding in ENCODINGS) ? [{ value: encoding, label: encoding }] : []
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('How are the letters of the file written?')}
        description={t('Choose what makes the names with marks look right.')}
        value={encoding}
        data={[...first, ...known, ...other]}
        onChange={event => onSay(event.currentTarget.value)}
        maw={420}
      />
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be the same
        <Text key={at} size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {line}
        </Text>
      ))}
    </Stack>
  )
}

/** In the place of a file that cannot be read before somebody has said it. */
export function AskedEncoding({ problem, ...choice }: EncodingChoiceProps & { problem: string | undefined }) {
  return (
    <Section title={t('What is in the file')}>
      <Stack>
        <Problem>{problem}</Problem>
        <EncodingChoice {...choice} />
      </Stack>
    </Section>
  )
}

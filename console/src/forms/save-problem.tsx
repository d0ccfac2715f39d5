/** Why something could not be saved; what was typed stays, and can be sent again. */
import { Button, List, Text } from '@mantine/core'
import { reasonOf, Unreachable, worthRetrying } from '../api/refusal.ts'
import { Problem } from '../parts/problem.tsx'
import { t } from '../texts/t.ts'
import { sortErrors } from './field-errors.ts'
import { useRefusedFields } from './refused-fields.ts'

interface SaveProblemProps {
  error: Error | null
  /** Names of the fields that show their errors themselves. */
  fields: readonly string[]
  onRetry?(): void
}

/** Nothing while there is no error. */
export const SaveProblem = ({ error, ...rest }: SaveProblemProps) =>
  error === null ? null : <NotSaved error={error} {...rest} />

function NotSaved({ error, fields, onRetry }: SaveProblemProps & { error: Error }) {
  const { beside, others } = sortErrors(error, fields, useRefusedFields(error))
  const marked = Object.keys(beside).length > 0
  return (
    <Problem title={t('Not saved')}>
      <Text size="sm">{marked ? t('Check the highlighted fields.') : reasonOf(error)}</Text>
      {error instanceof Unreachable && (
        <Text size="sm">{t('What you typed is still here. Saving again will not save it twice.')}</Text>
      )}
      {others.length > 0 && (
        <List size="sm">
          {others.map(text => (
            <List.Item key={text}>{text}</List.Item>
          ))}
        </List>
      )}
      {onRetry && worthRetrying(error) && (
        <Button mt="xs" size="xs" variant="default" onClick={onRetry}>
          {t('Try again')}
        </Button>
      )}
    </Problem>
  )
}

/** One of the first steps: where it is done, and what one may say of it. */
import { Badge, Box, Button, Group, Text, ThemeIcon, VisuallyHidden } from '@mantine/core'
import type { SetupStep } from '../../../src/console/setup/setup.ts'
import { Icon } from '../parts/icon.tsx'
import { TextLink } from '../parts/text-link.tsx'
import { rich, t } from '../texts/t.ts'
import { GUIDES } from './step-guides.ts'

interface StepLineProps {
  step: SetupStep
  pending: boolean
  onConfirm(): void
  onSkip(): void
}

export function StepLine({ step, pending, onConfirm, onSkip }: StepLineProps) {
  if (step.done_at !== null) return <StepBehind {...step} />
  const { path, lead, other, confirm } = GUIDES[step.step]
  return (
    <Group component="li" justify="space-between" align="flex-start" gap="xs">
      <Group gap="sm" wrap="nowrap" align="flex-start" flex="1 1 18rem" miw={0}>
        <ThemeIcon variant="default" radius="xl" size={24} aria-hidden="true">
          {' '}
        </ThemeIcon>
        <Box>
          <Group gap="xs">
            <TextLink to={path} fw={500}>
              {t(step.title)}
            </TextLink>
            {step.optional && (
              <Badge variant="light" color="gray" tt="none" c="var(--mantine-color-text)">
                {t('Optional')}
              </Badge>
            )}
          </Group>
          <Text size="sm" c="dimmed">
            {lead}{' '}
            {other && (
              <TextLink to={other.path} underline="always">
                {other.label}
              </TextLink>
            )}
          </Text>
        </Box>
      </Group>
      <Group gap="xs">
        {confirm && step.confirmable && (
          <Button size="compact-sm" variant="default" disabled={pending} onClick={onConfirm}>
            {confirm}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="subtle"
          disabled={pending}
          onClick={onSkip}
          aria-label={t('Skip: {title}', { title: t(step.title) })}
        >
          {t('Skip')}
        </Button>
      </Group>
    </Group>
  )
}

function StepBehind({ title, skipped }: SetupStep) {
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <ThemeIcon color={skipped ? 'gray.7' : 'teal.8'} radius="xl" size={24} aria-hidden="true">
        <Icon name={skipped ? 'right' : 'done'} size={16} />
      </ThemeIcon>
      <Text c="dimmed">
        {skipped
          ? t('{title} (skipped)', { title: t(title) })
          : rich('{title}<hidden>: done</hidden>', {
              title: t(title),
              hidden: text => <VisuallyHidden>{text}</VisuallyHidden>,
            })}
      </Text>
    </Group>
  )
}

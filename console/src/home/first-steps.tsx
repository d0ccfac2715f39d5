/** The first steps of a church, with how far it is. Gone once all of them are done or skipped. */
import { Button, Progress, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useEffect, useId, useRef } from 'react'
import type { Setup } from '../../../src/console/setup/setup.ts'
import { reasonOf } from '../api/refusal.ts'
import { useAction, useView } from '../api/use-offers.ts'
import { ConfirmDialog } from '../forms/action-dialog.tsx'
import { Section } from '../parts/section.tsx'
import type { PagePart } from '../shell/page-part.ts'
import { t } from '../texts/t.ts'
import { StepLine } from './step-line.tsx'

const focusContent = (): void => document.getElementById('content')?.focus()

/** With the last step the steps are gone, and the focus with them: it goes to the page. */
function say({ completed }: Setup): void {
  if (!completed) return
  focusContent()
  notifications.show({ color: 'teal', title: t('First steps'), message: t('All of them are done.') })
}

const sayProblem = (error: unknown): void =>
  void notifications.show({ color: 'red', title: t('Not saved'), message: reasonOf(error) })

/** A failure of this part hides it: the page is of use without it. */
function FirstSteps() {
  const setup = useView('setup')
  const finish = useAction('setup.finish')
  const { isPending, isError, mutate } = finish
  const unstored = setup.data?.unstored === true && !setup.isFetching
  useEffect(() => {
    // Looking changes nothing, so what others did since the last time is stored from here.
    if (unstored && !isPending && !isError) mutate({}, { onSuccess: say })
  }, [unstored, isPending, isError, mutate])
  if (setup.data === undefined || setup.data.completed) return null
  return <Steps {...setup.data} />
}

function Steps({ steps, done, total }: Setup) {
  const confirm = useAction('setup.confirm')
  const skip = useAction('setup.skip')
  const [asking, dialog] = useDisclosure(false)
  const list = useRef<HTMLDivElement>(null)
  const label = useId()
  const open = steps.filter(({ done_at }) => done_at === null).map(({ step }) => step)
  async function send(action: typeof skip, step: Setup['steps'][number]['step']): Promise<void> {
    try {
      const setup = await action.mutateAsync({ steps: [step] })
      // The button that was pressed is gone, so the focus goes to the list.
      list.current?.focus()
      say(setup)
    } catch (error) {
      sayProblem(error)
    }
  }
  return (
    <Section
      title={t('First steps')}
      actions={
        <Button variant="subtle" size="compact-sm" onClick={dialog.open}>
          {t('Skip the rest')}
        </Button>
      }
    >
      <Text size="sm" mb={6} id={label}>
        {t('{done} of {total} steps done', { done, total })}
      </Text>
      <Progress.Root size="md" mb="md">
        <Progress.Section value={(done / total) * 100} aria-labelledby={label} />
      </Progress.Root>
      <Stack component="ol" ref={list} tabIndex={-1} aria-label={t('Steps')} gap="sm" m={0} p={0} className="step-list">
        {steps.map(step => (
          <StepLine
            key={step.step}
            step={step}
            pending={confirm.isPending || skip.isPending}
            onConfirm={() => send(confirm, step.step)}
            onSkip={() => send(skip, step.step)}
          />
        ))}
      </Stack>
      {asking && (
        <ConfirmDialog
          action="setup.skip"
          input={{ steps: open }}
          title={t('Skip the rest')}
          submit={t('Skip the rest')}
          danger={false}
          done={t('The other steps were skipped.')}
          onDone={focusContent}
          onClose={dialog.close}
        >
          <Text>{t('Nobody in your church will see the first steps again. You can still do everything later.')}</Text>
        </ConfirmDialog>
      )}
    </Section>
  )
}

/** On the home page. */
export const firstSteps: PagePart = { needs: 'setup', ofChurch: true, Part: FirstSteps }

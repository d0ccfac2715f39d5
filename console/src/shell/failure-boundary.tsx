/** When a page itself breaks, or its code cannot be loaded: the rest stays usable. */
import { Button, Group } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { Problem } from '../parts/problem.tsx'
import { t } from '../texts/t.ts'

interface Props {
  /** A new one clears the failure. */
  address: string
  children: ReactNode
}

export class FailureBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidUpdate(before: Props): void {
    if (before.address !== this.props.address && this.state.failed) this.setState({ failed: false })
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <Problem title={t('This page could not be shown')}>
        <p>{t('Sexton may just have been updated, or you may be offline. What you typed is kept.')}</p>
        <Group>
          <Button onClick={() => location.reload()}>{t('Reload page')}</Button>
        </Group>
      </Problem>
    )
  }
}

/** One page: its heading, which is focused when one comes to it, its actions, its content. */
import { Anchor, Box, Group, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useSearch } from 'wouter'
import { Icon } from '../parts/icon.tsx'
import { useMembership } from '../session/membership.tsx'
import { HelpButton } from './help-button.tsx'
import { PrintHead } from './print-head.tsx'

/** The first page that is shown leaves the focus where the browser put it. */
let lastAddress: string | undefined

/** True while the focus is on the heading; it goes on to the next one when a page takes the place of its skeleton. */
let onHeading = false

/** What each page was last asked for, so that the way back leads to the same filters and the same page of a list. */
const lastQueries = new Map<string, string>()

function withQuery(address: string): string {
  const query = lastQueries.get(address)
  return query ? `${address}?${query}` : address
}

interface PageProps {
  title: string
  /** Where one came from: its address within the church, and its name. */
  back?: { path: string; label: string }
  actions?: ReactNode
  /** False where a field of the page takes the focus. */
  focusHeading?: boolean
  /** Narrower, for what is read or filled in. */
  maw?: number
  children: ReactNode
}

export function Page({ title, back, actions, focusHeading = true, maw = 1200, children }: PageProps) {
  const { church, path } = useMembership()
  const [address] = useLocation()
  const query = useSearch()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${church.name}`
  }, [title, church.name])
  useEffect(() => void lastQueries.set(address, query), [address, query])
  useEffect(() => {
    const arrived = lastAddress !== undefined && lastAddress !== address
    if (arrived) window.scrollTo(0, 0)
    onHeading = focusHeading && (arrived || (onHeading && document.activeElement === document.body))
    if (onHeading) heading.current?.focus({ preventScroll: true })
    lastAddress = address
  }, [address, focusHeading])
  return (
    <Box maw={maw}>
      <PrintHead />
      {back && (
        <div className="no-print">
          <Anchor component={Link} href={withQuery(path(back.path))} size="sm" display="inline-flex" mb={4}>
            <Icon name="left" /> {back.label}
          </Anchor>
        </div>
      )}
      <Group justify="space-between" mb="lg" gap="sm">
        <Group gap={4} wrap="nowrap" miw={0}>
          <Title order={1} ref={heading} tabIndex={-1} className="page-title" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <HelpButton />
        </Group>
        {actions && <Group gap="xs">{actions}</Group>}
      </Group>
      {children}
    </Box>
  )
}

/** The church that is shown; a menu where the user has several. */
import { Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { useMembership } from '../session/membership.tsx'
import { useSession } from '../session/session.ts'

const ChurchChoice = lazy(async () => ({ default: (await import('./church-choice.tsx')).ChurchChoice }))

export function ChurchMenu() {
  const { church } = useMembership()
  const memberships = useSession().data?.memberships ?? []
  const name = (
    <Text fw={600} className="church-name" lineClamp={3} lh={1.15} title={church.name} dir="auto">
      {church.name}
    </Text>
  )
  if (memberships.length < 2) return name
  return (
    <Suspense fallback={name}>
      <ChurchChoice churches={memberships.map(one => one.church)}>{name}</ChurchChoice>
    </Suspense>
  )
}

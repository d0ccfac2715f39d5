/** What this member does most, at the thumb where the screen is narrow; the last leads to everything else. */
import { UnstyledButton } from '@mantine/core'
import { Link, useLocation } from 'wouter'
import { useAtThumb } from '../house/house.ts'
import { Icon } from '../parts/icon.tsx'
import { useMembership } from '../session/membership.tsx'
import { t } from '../texts/t.ts'
import { currentPath } from './current-path.ts'

export function ThumbBar({ onMore, isOpen }: { onMore(): void; isOpen: boolean }) {
  const { path } = useMembership()
  const [address] = useLocation()
  const items = useAtThumb()
  const here = currentPath([{ items }], address.slice(path('').length))
  return (
    <nav aria-label={t('What you do most')}>
      <ul>
        {items.map(item => (
          <li key={item.path}>
            <Link href={path(item.path)} className="thumb-way" aria-current={item.path === here ? 'page' : undefined}>
              <Icon name={item.icon} size={22} />
              <span>{item.label}</span>
            </Link>
          </li>
        ))}
        <li>
          <UnstyledButton className="thumb-way" onClick={onMore} aria-expanded={isOpen} aria-haspopup="dialog">
            <Icon name="menu" size={22} />
            <span>{t('More')}</span>
          </UnstyledButton>
        </li>
      </ul>
    </nav>
  )
}

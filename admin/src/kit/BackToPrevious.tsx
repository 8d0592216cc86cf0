import type { ReactNode } from 'react'
import { useTranslate } from 'ra-core'
import { useLocation, useNavigate } from 'react-router-dom'
import { BackLink } from './BackLink.js'

/**
 * A link back to the previous screen, with its filters and scroll position. When the page was opened by its
 * address, the link leads to `to`.
 */
export function BackToPrevious({ to, children }: { to: string; children: ReactNode }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  // Only the first page of a tab has this key, and there is no page to go back to.
  const isFirst = useLocation().key === 'default'
  if (isFirst) return <BackLink to={to}>{children}</BackLink>
  return (
    <BackLink to={to} onClick={() => void navigate(-1)}>
      {translate('kit.back')}
    </BackLink>
  )
}

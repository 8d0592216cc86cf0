import type { ReactNode } from 'react'
import { useTranslate } from 'ra-core'
import { useLocation, useNavigate } from 'react-router-dom'
import { BackLink } from './BackLink.js'

/**
 * The way back to where one came from, with its filters and its place; who came by an address goes to
 * the list that is named.
 */
export function CameFrom({ to, children }: { to: string; children: ReactNode }) {
  const translate = useTranslate()
  const navigate = useNavigate()
  // The first page of a tab has this key: there is nothing behind it.
  const isFirst = useLocation().key === 'default'
  if (isFirst) return <BackLink to={to}>{children}</BackLink>
  return (
    <BackLink to={to} onClick={() => void navigate(-1)}>
      {translate('kit.back')}
    </BackLink>
  )
}

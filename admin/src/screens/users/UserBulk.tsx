import type { User } from '@crossdock/client'
import { BulkAction } from '@crossdock/admin/kit'
import { MailPlus, UserCheck, UserX } from 'lucide-react'
import { useListContext, useTranslate } from 'ra-core'
import { affected } from './model.js'

/** Deactivates, reactivates or invites again the selected people to whom the action applies. */
export function UserBulk() {
  const translate = useTranslate()
  const { data, selectedIds } = useListContext<User>()
  const known = new Map(data?.map((user) => [user.id, user]))
  // The status of people on other pages is unknown, so the server decides.
  const idsWhere = (fits: (user: User) => boolean) =>
    (selectedIds as string[]).filter((id) => {
      const user = known.get(id)
      return !user || fits(user)
    })
  const switched = (of: 'deactivate' | 'reactivate', isActive: boolean) => ({
    label: translate(`users.${of}.action`),
    icon: isActive ? UserCheck : UserX,
    ids: idsWhere((user) => user.isActive !== isActive),
    confirm: (count: number) => ({
      title: translate(`users.${of}.titleAll`, { smart_count: count }),
      text: translate(`users.${of}.text`),
    }),
    request: (id: unknown) => ({
      path: `users/${String(id)}`,
      method: 'PUT' as const,
      body: { isActive },
    }),
    invalidates: affected,
    success: (count: number) => translate(`users.${of}.doneAll`, { smart_count: count }),
  })
  const again = {
    label: translate('users.resend.action'),
    icon: MailPlus,
    ids: idsWhere(({ status }) => status === 'pending'),
    request: (id: unknown) => ({ path: `users/${String(id)}/resend`, method: 'POST' as const }),
    invalidates: affected,
    success: (count: number) => translate('users.resend.doneAll', { smart_count: count }),
  }
  const reactivate = switched('reactivate', true)
  const deactivate = switched('deactivate', false)
  return (
    <>
      {again.ids.length > 0 && <BulkAction {...again} />}
      {reactivate.ids.length > 0 && <BulkAction {...reactivate} />}
      {deactivate.ids.length > 0 && <BulkAction {...deactivate} destructive />}
    </>
  )
}

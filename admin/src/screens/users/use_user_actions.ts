import type { User } from '@crossdock/client'
import { useAction, usePermissions, type MenuAction } from '@crossdock/admin/kit'
import {
  History,
  MailPlus,
  MonitorSmartphone,
  PenLine,
  ShieldCheck,
  Trash2,
  UserCheck,
  UserX,
} from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'
import { affected, nameOf } from './model.js'

/** An action on a person that needs a dialog. */
export interface UserTask {
  kind: 'edit' | 'switch' | 'remove'
  user: User
}

/** Screens with more about a person, and the permission they need. */
const elsewhere = [
  { key: 'permissions', to: '/roles?person=', icon: ShieldCheck, permission: 'roles.read' },
  {
    key: 'sessions',
    to: '/security?userId=',
    icon: MonitorSmartphone,
    permission: 'sessions.write',
  },
  { key: 'activity', to: '/activity?userId=', icon: History, permission: 'activity.read' },
] as const

/** The actions on a person, and links to related screens. The server decides what is allowed. */
export function useUserActions(onTask: (task: UserTask) => void): (user: User) => MenuAction[] {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { can } = usePermissions()
  const resend = useAction<unknown, User>(
    ({ id }) => ({ path: `users/${id}/resend`, method: 'POST' }),
    {
      invalidates: affected,
      success: (_data, user) => ({
        title: translate('users.resend.done'),
        description: nameOf(user),
      }),
      error: { fallback: translate('users.resend.failed') },
    }
  )
  return (user) => [
    {
      label: translate('users.edit.action'),
      icon: PenLine,
      onSelect: () => onTask({ kind: 'edit', user }),
    },
    ...(user.status === 'pending'
      ? [
          {
            label: translate('users.resend.action'),
            icon: MailPlus,
            onSelect: () => resend.mutate(user),
          },
        ]
      : []),
    ...elsewhere
      .filter(({ permission }) => can(permission))
      .map(({ key, to, icon }) => ({
        label: translate(`users.elsewhere.${key}`),
        icon,
        onSelect: () => void navigate(to + user.id),
      })),
    {
      label: translate(user.isActive ? 'users.deactivate.action' : 'users.reactivate.action'),
      icon: user.isActive ? UserX : UserCheck,
      onSelect: () => onTask({ kind: 'switch', user }),
    },
    {
      label: translate('users.remove.action'),
      icon: Trash2,
      destructive: true,
      onSelect: () => onTask({ kind: 'remove', user }),
    },
  ]
}

import type { User } from '@crossdock/client'
import Box from '@mui/material/Box'
import {
  ErrorState,
  FieldRow,
  FormDialog,
  PlainDialog,
  RelativeTime,
  RowsSkeleton,
  useAction,
  useRead,
  useUnlessChanged,
} from '@crossdock/admin/kit'
import { maxLength, required, useTranslate } from 'ra-core'
import { SelectInput, TextInput } from 'react-admin'
import { affected, nameOf } from '../model.js'
import { StatusBadge } from '../StatusBadge.js'
import { useRoles } from '../use_roles.js'

interface UserDialogProps {
  id: string
  canWrite: boolean
  onClose: () => void
}

/** A person's details. With permission, names and role can be changed. */
export default function UserDialog({ id, canWrite, onClose }: UserDialogProps) {
  const translate = useTranslate()
  const read = useRead<User>(['users', id])
  const { data: user, error } = read
  if (user && canWrite) return <EditDialog user={user} onClose={onClose} />
  return (
    <PlainDialog title={user ? nameOf(user) : translate('users.column.person')} onClose={onClose}>
      {user ? (
        <Box sx={{ px: 3, pb: 3 }}>
          <Facts user={user} />
        </Box>
      ) : error ? (
        <ErrorState plain error={error} onRetry={() => void read.refetch()} />
      ) : (
        <RowsSkeleton rows={4} />
      )}
    </PlainDialog>
  )
}

interface UserForm {
  firstName: string | null
  lastName: string | null
  role: string
}

function EditDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`users.edit.${key}`)
  const { choices } = useRoles()
  // A deleted role stays selected until the person gets another one.
  const offered = choices.some(({ id }) => id === user.role)
    ? choices
    : [...choices, { id: user.role, name: user.role }]
  const save = useAction<unknown, UserForm>(
    ({ firstName, lastName, role }) => ({
      path: `users/${user.id}`,
      method: 'PUT',
      body: { firstName: firstName || null, lastName: lastName || null, role },
    }),
    {
      ifMatch: useUnlessChanged(`users/${user.id}`, user),
      invalidates: affected,
      success: { title: text('done') },
      error: { fallback: text('failed'), inForm: true },
    }
  )
  const { firstName, lastName, role } = user
  return (
    <FormDialog<UserForm>
      open
      title={nameOf(user)}
      defaultValues={{ firstName, lastName, role }}
      submitLabel={text('submit')}
      submittingLabel={text('submitting')}
      maxWidth="sm"
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <Facts user={user} />
      <FieldRow>
        <TextInput
          source="firstName"
          label={translate('users.form.firstName')}
          validate={maxLength(100)}
          autoComplete="off"
        />
        <TextInput
          source="lastName"
          label={translate('users.form.lastName')}
          validate={maxLength(100)}
          autoComplete="off"
        />
      </FieldRow>
      <SelectInput
        source="role"
        label={translate('users.column.role')}
        helperText={text('roleHint')}
        choices={offered}
        validate={required()}
      />
    </FormDialog>
  )
}

function Facts({ user }: { user: User }) {
  const translate = useTranslate()
  const roles = useRoles()
  const { email, role, status, hasSecondFactor, lastLoginAt, createdAt } = user
  const facts = [
    ['email', email],
    ['role', roles.nameOf(role)],
    ['status', <StatusBadge key="status" status={status} />],
    [
      'lastLogin',
      lastLoginAt ? <RelativeTime key="login" time={lastLoginAt} /> : translate('users.never'),
    ],
    ['secondFactor', translate(`users.secondFactor.${hasSecondFactor}`)],
    ['created', <RelativeTime key="created" time={createdAt} />],
  ] as const
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        columnGap: 3,
        rowGap: 1,
        m: 0,
      }}
    >
      {facts.map(([key, value]) => (
        <Box key={key} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {translate(`users.column.${key}`)}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

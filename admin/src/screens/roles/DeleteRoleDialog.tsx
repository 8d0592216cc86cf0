import type { Role } from '@crossdock/client'
import {
  ApiError,
  ConfirmDialog,
  formatInteger,
  FormDialog,
  invalidate,
  useAction,
} from '@crossdock/admin/kit'
import { useQueryClient } from '@tanstack/react-query'
import { required, useTranslate } from 'ra-core'
import { SelectInput } from 'react-admin'

interface DeleteRoleDialogProps {
  roles: Role[]
  role: Role
  onClose: () => void
}

interface Replacement {
  replacement: string
}

/** Asks before a role is deleted, and for a replacement when people have the role. */
export function DeleteRoleDialog({ roles, role, onClose }: DeleteRoleDialogProps) {
  const translate = useTranslate()
  const client = useQueryClient()
  const text = (key: string, values?: object) => translate(`roles.deleting.${key}`, values)
  const stale = ['roles', 'users']
  const remove = useAction<unknown, string | undefined>(
    (replacement) => ({
      path: `roles/${role.id}${replacement ? `?${new URLSearchParams({ replacement })}` : ''}`,
      method: 'DELETE',
    }),
    {
      invalidates: stale,
      success: { title: translate('roles.deleted') },
      error: { fallback: translate('roles.deleteFailed'), inForm: role.holders > 0 },
    }
  )
  // Another person has assigned or deleted the role in the meantime, so reload what the question shows.
  const lookAgain = (error: unknown) => {
    if (error instanceof ApiError && [404, 409].includes(error.status)) {
      void invalidate(client, stale)
    }
  }
  const title = text('title', { name: role.name })
  if (role.holders === 0) {
    return (
      <ConfirmDialog
        open
        destructive
        title={title}
        description={text('text')}
        confirmLabel={translate('roles.delete')}
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onError: lookAgain, onSuccess: onClose })}
        onClose={onClose}
      />
    )
  }
  const { holders } = role
  return (
    <FormDialog<Replacement>
      open
      maxWidth="xs"
      destructive
      title={title}
      description={text('held', { smart_count: holders, count: formatInteger(holders) })}
      submitLabel={translate('roles.delete')}
      onSubmit={({ replacement }) => remove.mutateAsync(replacement, { onError: lookAgain })}
      onClose={onClose}
    >
      <SelectInput
        source="replacement"
        label={text('replacement')}
        choices={roles
          .filter(({ id }) => id !== role.id)
          .map(({ key, name }) => ({ id: key, name }))}
        translateChoice={false}
        validate={required(text('replacementRequired'))}
      />
    </FormDialog>
  )
}

import type { Role } from '@crossdock/client'
import { FormDialog, useAction, usePermissions, useUnlessChanged } from '@crossdock/admin/kit'
import { required, useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { PermissionFields } from './PermissionFields.js'
import type { RoleParts } from './use_role_actions.js'

interface RoleForm {
  name: string
  description: string | null
  permissions: string[]
}

interface RoleFormDialogProps extends Pick<RoleParts, 'permissions'> {
  /** The role to edit. */
  role?: Role
  /** The role to copy. */
  copied?: Role
  onClose: () => void
}

/** Create Role, also as a copy of another one, or Edit Role with `role`. */
export function RoleFormDialog({ role, copied, permissions, onClose }: RoleFormDialogProps) {
  const translate = useTranslate()
  const { can } = usePermissions()
  const text = (key: string) => translate(`roles.form.${key}`)
  const save = useAction<unknown, RoleForm>(
    ({ name, description, permissions: held }) => ({
      path: role ? `roles/${role.id}` : 'roles',
      method: role ? 'PUT' : 'POST',
      body: { name, description: description || null, permissions: held },
    }),
    {
      ifMatch: useUnlessChanged(`roles/${role?.id}`, initialState(role)),
      invalidates: ['roles', 'users'],
      success: { title: translate(role ? 'roles.changed' : 'roles.created') },
      error: {
        fallback: translate(role ? 'roles.changeFailed' : 'roles.createFailed'),
        inForm: true,
      },
    }
  )
  // People can grant only permissions that they have.
  const copies = copied?.permissions.filter(can) ?? []
  const initial: RoleForm = role
    ? { name: role.name, description: role.description, permissions: role.permissions }
    : {
        name: copied ? translate('roles.form.copyOf', { name: copied.name }) : '',
        description: null,
        permissions: copies,
      }
  return (
    <FormDialog<RoleForm>
      open
      title={text(role ? 'edit' : 'add')}
      description={text('text')}
      defaultValues={initial}
      submitLabel={text(role ? 'submitEdit' : 'submitAdd')}
      submittingLabel={text('submitting')}
      onSubmit={(form) => save.mutateAsync(form)}
      onClose={onClose}
    >
      <TextInput
        source="name"
        label={text('name')}
        validate={required(text('nameRequired'))}
        autoComplete="off"
        autoFocus
      />
      <TextInput source="description" label={text('description')} multiline minRows={2} />
      <PermissionFields permissions={permissions} unknown={role?.unknownPermissions ?? []} />
    </FormDialog>
  )
}

const initialState = (role: Role | undefined) =>
  role?.updatedAt ? { updatedAt: role.updatedAt } : undefined

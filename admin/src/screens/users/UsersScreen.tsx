import type { User } from '@crossdock/client'
import Button from '@mui/material/Button'
import {
  ActionMenu,
  actionsColumn,
  EmptyState,
  Icon,
  lazyPart,
  PageHeader,
  ResourceList,
  useDialogAddress,
  usePermissions,
} from '@crossdock/admin/kit'
import { FileUp, UserPlus, Users } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useUserColumns } from './columns.js'
import { ExportButton } from './ExportButton.js'
import { nameOf, userPath, userStatuses } from './model.js'
import { useUserActions, type UserTask } from './use_user_actions.js'
import { useRoles } from './use_roles.js'
import { UserBulk } from './UserBulk.js'

const UserDialog = lazyPart(() => import('./dialogs/UserDialog.js'))
const InviteDialog = lazyPart(() => import('./dialogs/InviteDialog.js'))
const RemoveDialog = lazyPart(() => import('./dialogs/RemoveDialog.js'))
const SwitchDialog = lazyPart(() => import('./dialogs/SwitchDialog.js'))
const ImportDialog = lazyPart(() => import('./imports/ImportDialog.js'))

/** /users: all people of the organization. */
export default function UsersScreen() {
  const translate = useTranslate()
  const title = translate('users.title')
  const canWrite = usePermissions().can('users.write')
  const shown = useDialogAddress('user')
  const adding = useDialogAddress('new')
  const importing = useDialogAddress('import')
  const [task, setTask] = useState<UserTask>()
  const actionsFor = useUserActions(setTask)
  const columns = useUserColumns()
  const roles = useRoles()
  const close = () => setTask(undefined)
  const invite = canWrite && (
    <Button
      variant="contained"
      startIcon={<Icon icon={UserPlus} />}
      onClick={() => adding.open('people')}
    >
      {translate('users.invite')}
    </Button>
  )
  return (
    <>
      <PageHeader
        title={title}
        subtitle={translate('users.subtitle')}
        actions={
          <>
            {canWrite && (
              <Button
                variant="outlined"
                startIcon={<Icon icon={FileUp} />}
                onClick={() => importing.open('file')}
              >
                {translate('users.import.button')}
              </Button>
            )}
            {invite}
          </>
        }
      />
      <ResourceList<User>
        resource="users"
        label={translate('users.list')}
        columns={
          canWrite
            ? [
                ...columns,
                actionsColumn<User>(translate('kit.actions'), (user) => (
                  <ActionMenu
                    label={translate('users.actionsFor', { name: nameOf(user) })}
                    actions={() => actionsFor(user)}
                  />
                )),
              ]
            : columns
        }
        sort={{ field: 'email', order: 'ASC' }}
        search={translate('users.search')}
        filters={[
          {
            source: 'status',
            label: translate('users.column.status'),
            choices: userStatuses.map((id) => ({ id, name: translate(`users.status.${id}`) })),
          },
          { source: 'role', label: translate('users.column.role'), choices: roles.choices },
          {
            source: 'hasSecondFactor',
            label: translate('users.column.secondFactor'),
            choices: [true, false].map((id) => ({
              id,
              name: translate(`users.secondFactor.${id}`),
            })),
          },
          { source: 'after', label: translate('users.column.lastLogin'), period: true },
        ]}
        to={userPath}
        bulk={canWrite && <UserBulk />}
        actions={<ExportButton />}
        empty={
          <EmptyState
            icon={Users}
            title={translate('users.empty.title')}
            description={translate('users.empty.text')}
            action={invite}
          />
        }
        noMatch={translate('users.noMatch')}
      />
      {shown.value !== null && (
        <UserDialog key={shown.value} id={shown.value} canWrite={canWrite} onClose={shown.close} />
      )}
      {canWrite && adding.value === 'people' && <InviteDialog onClose={adding.close} />}
      {canWrite && importing.value !== null && (
        <ImportDialog
          id={importing.value === 'file' ? undefined : importing.value}
          onClose={importing.close}
        />
      )}
      {task?.kind === 'edit' && <UserDialog id={task.user.id} canWrite onClose={close} />}
      {task?.kind === 'switch' && <SwitchDialog user={task.user} onClose={close} />}
      {task?.kind === 'remove' && <RemoveDialog user={task.user} onClose={close} />}
    </>
  )
}

import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  ErrorState,
  Icon,
  lazyPart,
  PageHeader,
  RowsSkeleton,
  Section,
  useDialogAddress,
  usePermissions,
} from '@crossdock/admin/kit'
import { CircleHelp, Plus } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { useRoles } from './model.js'
import { RoleCards } from './RoleCards.js'
import { RoleMatrix } from './RoleMatrix.js'
import { useRoleActions } from './use_role_actions.js'

const RoleDialogs = lazyPart(() => import('./RoleDialogs.js'))
const PersonDialog = lazyPart(() => import('./PersonDialog.js'))

/** /roles: the permissions of each role, and the access check for a person. */
export default function RolesScreen() {
  const translate = useTranslate()
  const who = usePermissions()
  const isPhone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'), { noSsr: true })
  const asking = useDialogAddress('person')
  const actions = useRoleActions()
  return (
    <>
      <PageHeader
        title={translate('roles.title')}
        subtitle={translate('roles.subtitle')}
        actions={
          <>
            {who.can('users.read') && (
              <Button
                variant="outlined"
                startIcon={<Icon icon={CircleHelp} />}
                onClick={() => asking.open('any')}
              >
                {translate('roles.why')}
              </Button>
            )}
            {who.can('roles.write') && (
              <Button
                variant="contained"
                startIcon={<Icon icon={Plus} />}
                onClick={() => actions.add()}
              >
                {translate('roles.add')}
              </Button>
            )}
          </>
        }
      />
      <Roles isPhone={isPhone} actions={actions} />
      {asking.value !== null && who.can('users.read') && (
        <PersonDialog
          personId={asking.value === 'any' ? undefined : asking.value}
          onClose={asking.close}
        />
      )}
    </>
  )
}

interface RolesProps {
  isPhone: boolean
  actions: ReturnType<typeof useRoleActions>
}

function Roles({ isPhone, actions }: RolesProps) {
  const { loaded, error, retry } = useRoles()
  if (error) return <ErrorState error={error} onRetry={retry} />
  if (!loaded) {
    return (
      <Section flush>
        <RowsSkeleton rows={8} />
      </Section>
    )
  }
  const parts = { ...loaded, actions }
  return (
    <>
      {isPhone ? <RoleCards {...parts} /> : <RoleMatrix {...parts} />}
      <RoleDialogs {...parts} />
    </>
  )
}

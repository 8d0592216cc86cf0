import type { Profile } from '@crossdock/client'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import {
  ErrorState,
  InitialsAvatar,
  RowsSkeleton,
  Section,
  useRead,
  useSession,
} from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { ProfileForm } from './ProfileForm.js'

/** The person's profile as others see it. */
export default function ProfileSection() {
  const translate = useTranslate()
  const profile = useRead<Profile>('settings/profile')
  const { data, error, refetch } = profile
  return (
    <Section
      title={translate('settings.profile.title')}
      description={translate('settings.profile.text')}
    >
      {error && !data && <ErrorState plain error={error} onRetry={() => void refetch()} />}
      {profile.isPending && <RowsSkeleton rows={3} />}
      {data && (
        <Box sx={{ display: 'grid', gap: 2.5 }}>
          <Person profile={data} />
          <ProfileForm profile={data} />
        </Box>
      )}
    </Section>
  )
}

function Person({ profile }: { profile: Profile }) {
  const translate = useTranslate()
  const { data: session } = useSession()
  const { role = '', isSuperAdmin } = session?.user ?? {}
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 0 }}>
      <InitialsAvatar person={profile} size={48} />
      <Box sx={{ minWidth: 0 }}>
        <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>{profile.email}</Typography>
        <Typography variant="body2" color="textSecondary">
          {translate('settings.profile.role')}:{' '}
          {isSuperAdmin
            ? translate('settings.profile.superAdmin')
            : translate(`users.role.${role}`, { _: role })}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {translate(`settings.profile.${isSuperAdmin ? 'operatorHint' : 'emailHint'}`)}
        </Typography>
      </Box>
    </Box>
  )
}

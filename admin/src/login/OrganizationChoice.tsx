import type { SignInOrganization } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon } from '@crossdock/admin/kit'
import { ArrowLeft } from 'lucide-react'
import { useTranslate } from 'ra-core'

interface OrganizationChoiceProps {
  organizations: SignInOrganization[]
  disabled: boolean
  onChoose: (organization: SignInOrganization) => void
  onBack: () => void
}

/** Lets people of several organizations choose one. */
export function OrganizationChoice(props: OrganizationChoiceProps) {
  const { organizations, disabled, onChoose, onBack } = props
  const translate = useTranslate()
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <Typography component="h2" sx={{ fontWeight: 500 }}>
        {translate('login.choice.title')}
      </Typography>
      {organizations.map((organization, at) => (
        <Button
          key={organization.id}
          variant="outlined"
          size="large"
          autoFocus={at === 0}
          disabled={disabled}
          onClick={() => onChoose(organization)}
          sx={{ justifyContent: 'space-between', gap: 2, textAlign: 'left' }}
        >
          <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
            {organization.name}
          </Box>
          <Typography component="span" variant="body2" color="textSecondary">
            {organization.subdomain}
          </Typography>
        </Button>
      ))}
      <Box>
        <Button startIcon={<Icon icon={ArrowLeft} />} onClick={onBack} sx={{ ml: -1.5 }}>
          {translate('login.code.back')}
        </Button>
      </Box>
    </Box>
  )
}

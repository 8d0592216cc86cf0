import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Icon, Section, useSession } from '@crossdock/admin/kit'
import { CircleCheck } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'
import { useSystem } from './use_home.js'

/** The first steps of an operator: how people reach the server and get its mails, then the first organization. */
export function FirstTenant() {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`tenants.home.first.${key}`, values)
  const host = useSession().data?.host
  const { data: system } = useSystem()
  const mail = system?.mail
  const mailHealth = system?.health?.components.mail?.status
  const isLocal = host !== undefined && /^(localhost|127\.|\[::1\])/.test(host)
  const steps = [
    {
      id: 'address',
      isDone: host !== undefined && !isLocal,
      text: host && text(isLocal ? 'addressLocal' : 'addressText', { host }),
    },
    {
      id: 'mail',
      isDone: Boolean(mail?.server) && mailHealth === 'ok',
      text: mail && (mail.server ? text('mailText', { server: mail.server }) : text('mailFiles')),
      to: '/system',
    },
    { id: 'tenant', isDone: false, text: text('tenantText'), to: '/tenants?new=tenant' },
  ]
  return (
    <Section flush title={text('title')} description={text('text')}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {steps.map((step, at) => (
          <Box
            key={step.id}
            component="li"
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              alignItems: 'center',
              gap: 1.5,
              px: { xs: 2, sm: 2.5 },
              py: 1.5,
              borderTop: 1,
              borderColor: 'divider',
            }}
          >
            <Box
              sx={{
                display: 'grid',
                placeItems: 'center',
                flex: 'none',
                width: 18,
                color: step.isDone ? 'success.main' : 'text.secondary',
              }}
              {...(step.isDone && { role: 'img', 'aria-label': text('done') })}
            >
              {step.isDone ? <Icon icon={CircleCheck} /> : at + 1}
            </Box>
            <Box sx={{ flex: 1, minWidth: 200 }}>
              <Typography component="h3" sx={{ fontWeight: 500 }}>
                {text(step.id)}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {step.text}
              </Typography>
            </Box>
            {step.to && (
              <Button component={Link} to={step.to} variant="outlined" size="small">
                {text(`${step.id}Action`)}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Section>
  )
}

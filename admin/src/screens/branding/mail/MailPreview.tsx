import type { Branding } from '@crossdock/client'
import Box from '@mui/material/Box'
import { useSession } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'

interface MailPreviewProps {
  branding: Branding
  footer: string | null
}

/** An email as it arrives: light in any theme, and in English (kernel/mail/layout.ts). */
export function MailPreview({ branding, footer }: MailPreviewProps) {
  const translate = useTranslate()
  const session = useSession()
  const text = (key: string, options?: object) => translate(`branding.mail.${key}`, options)
  const { logo, productName, colors } = branding
  const { primary, onPrimary } = colors?.light ?? { primary: '#18181b', onPrimary: '#ffffff' }
  const organization = session.data?.tenant?.name ?? 'Crossdock'
  return (
    <Box
      role="img"
      aria-label={text('preview')}
      sx={{ p: 2, borderRadius: 2, bgcolor: '#f4f4f5', color: '#18181b', fontSize: '0.8125rem' }}
    >
      <Box sx={{ maxWidth: 420, mx: 'auto', overflowWrap: 'anywhere' }}>
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pb: 1.5, fontWeight: 600 }}>
          {logo && <Box component="img" src={logo} alt="" sx={{ height: 24, maxWidth: 140 }} />}
          {productName ?? 'Crossdock'}
        </Box>
        <Box sx={{ p: 3, bgcolor: '#fff', border: '1px solid #e4e4e7', borderRadius: 3 }}>
          <Box sx={{ fontSize: '1.125rem', fontWeight: 600 }}>
            {text('sample.title', { organization })}
          </Box>
          <Box sx={{ my: 1.5, color: '#3f3f46' }}>{text('sample.text')}</Box>
          <Box
            sx={{
              display: 'inline-block',
              px: 2,
              py: 1,
              borderRadius: 2,
              fontWeight: 600,
              bgcolor: primary,
              color: onPrimary,
            }}
          >
            {text('sample.button')}
          </Box>
        </Box>
        <Box sx={{ pt: 1.5, color: '#5b5b64', fontSize: '0.75rem', whiteSpace: 'pre-line' }}>
          {[text('sample.small'), footer].filter(Boolean).join('\n')}
        </Box>
      </Box>
    </Box>
  )
}

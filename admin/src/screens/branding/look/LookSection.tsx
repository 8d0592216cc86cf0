import type { Branding } from '@crossdock/client'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Section } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { LookDialog } from './LookDialog.js'
import { LookPreviews } from './LookPreviews.js'
import { Swatch } from './Swatch.js'

/** The product's name and colors, with a preview. */
export function LookSection({ branding }: { branding: Branding }) {
  const translate = useTranslate()
  const text = (key: string) => translate(`branding.look.${key}`)
  const [isOpen, setOpen] = useState(false)
  const { productName, primaryColor, accentColor, colors, logo } = branding
  const facts = [
    [text('name'), productName ?? 'Crossdock'],
    [text('primary'), primaryColor ? <Swatch color={primaryColor} /> : text('none')],
    [text('accent'), accentColor ? <Swatch color={accentColor} /> : '–'],
  ] as const
  return (
    <Section
      title={text('title')}
      description={text('text')}
      actions={
        <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
          {text('edit')}
        </Button>
      }
    >
      <Box component="dl" sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, m: 0, mb: 2.5 }}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <Typography component="dt" variant="caption" color="textSecondary">
              {label}
            </Typography>
            <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
              {value}
            </Typography>
          </div>
        ))}
      </Box>
      <LookPreviews name={productName ?? 'Crossdock'} logo={logo} colors={colors} />
      {isOpen && <LookDialog branding={branding} onClose={() => setOpen(false)} />}
    </Section>
  )
}

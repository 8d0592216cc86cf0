import type { BrandingColors } from '@crossdock/client'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useRead, useSettled } from '@crossdock/admin/kit'
import { useLocale, useTranslate } from 'ra-core'
import { useFormContext, useWatch } from 'react-hook-form'
import { isColor } from './ColorInput.js'
import { LookPreviews } from './LookPreviews.js'

const validColor = (value: unknown) => (isColor(value) ? value.trim().toLowerCase() : undefined)

/** Rounds down: 4.49 must not be shown as 4.5. */
function useRatioText() {
  const locale = useLocale()
  return (ratio: number) => ratio.toLocaleString(locale, { maximumFractionDigits: 2 })
}

/** The result of the chosen colors: problems, previews and contrasts. */
export function Outcome({ logo }: { logo: string | null }) {
  const translate = useTranslate()
  const text = (key: string, options?: object) => translate(`branding.look.${key}`, options)
  const shown = useRatioText()
  const { setValue } = useFormContext()
  const [name, primary, accent]: unknown[] = useWatch({
    name: ['productName', 'primaryColor', 'accentColor'],
  })
  const primaryColor = useSettled(validColor(primary))
  const accentColor = useSettled(validColor(accent))
  const { data } = useRead<BrandingColors>('tenant/branding/colors', {
    query: { primaryColor, accentColor },
    keepPrevious: true,
  })
  const shownName = (typeof name === 'string' && name.trim()) || 'Crossdock'
  return (
    <>
      {data?.unreadable.map(({ field, color, ratio, needed, nearest }) => (
        <Alert
          key={field}
          severity="error"
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() => setValue(field, nearest, { shouldDirty: true, shouldValidate: true })}
            >
              {text('use', { color: nearest })}
            </Button>
          }
        >
          {text('unreadable', {
            color,
            ratio: shown(ratio),
            needed: shown(needed),
          })}
        </Alert>
      ))}
      <Typography variant="h3">{text('preview')}</Typography>
      <LookPreviews name={shownName} logo={logo} colors={data?.colors ?? null} />
      {data?.ratios && <Ratios ratios={data.ratios} />}
    </>
  )
}

const kinds = ['text', 'part', 'link'] as const

function Ratios({ ratios }: { ratios: NonNullable<BrandingColors['ratios']> }) {
  const translate = useTranslate()
  const shown = useRatioText()
  const text = (key: string, options?: object) => translate(`branding.look.${key}`, options)
  return (
    <Box component="table" sx={{ width: 1, fontSize: '0.8125rem', borderSpacing: 0 }}>
      <thead>
        <tr>
          <Box component="th" scope="col" sx={{ textAlign: 'left', fontWeight: 500 }}>
            {text('contrast')}
          </Box>
          {(['light', 'dark'] as const).map((theme) => (
            <Box
              key={theme}
              component="th"
              scope="col"
              sx={{ textAlign: 'right', fontWeight: 500 }}
            >
              {text(theme)}
            </Box>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <Box component="th" scope="row" sx={{ textAlign: 'left', fontWeight: 400 }}>
              {text(`${kind}Ratio`)}
            </Box>
            {(['light', 'dark'] as const).map((theme) => (
              <Box key={theme} component="td" sx={{ textAlign: 'right' }}>
                {text('ratio', { ratio: shown(ratios[theme][kind]) })}
              </Box>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  )
}

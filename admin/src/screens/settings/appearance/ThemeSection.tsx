import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import { Section } from '@crossdock/admin/kit'
import { useRemoveFromStore, useStore, useTranslate } from 'ra-core'

const choices = ['system', 'light', 'dark'] as const

/** Light, dark, or the system's theme. */
export function ThemeSection() {
  const translate = useTranslate()
  const text = (key: string) => translate(`settings.appearance.${key}`)
  const [theme, setTheme] = useStore<string>('theme')
  const forget = useRemoveFromStore('theme')
  return (
    <Section title={text('title')} description={text('text')}>
      <RadioGroup
        row
        aria-label={text('title')}
        value={theme ?? 'system'}
        onChange={(_event, chosen) => (chosen === 'system' ? forget() : setTheme(chosen))}
        sx={{ columnGap: 2 }}
      >
        {choices.map((choice) => (
          <FormControlLabel key={choice} value={choice} control={<Radio />} label={text(choice)} />
        ))}
      </RadioGroup>
    </Section>
  )
}

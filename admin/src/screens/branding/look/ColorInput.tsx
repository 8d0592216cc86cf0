import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import { useTranslate } from 'ra-core'
import { TextInput } from 'react-admin'
import { useFormContext, useWatch } from 'react-hook-form'

export const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value.trim())

interface ColorInputProps {
  source: string
  label: string
  hint?: string
}

/** A color as text, with the browser's color picker. */
export function ColorInput({ source, label, hint }: ColorInputProps) {
  const translate = useTranslate()
  const { setValue } = useFormContext()
  const value: unknown = useWatch({ name: source })
  return (
    <TextInput
      source={source}
      label={label}
      helperText={hint ?? false}
      placeholder="#18181b"
      autoComplete="off"
      validate={(entered: unknown) =>
        !entered || isColor(entered) ? undefined : translate('branding.look.wrong')
      }
      slotProps={{
        htmlInput: { spellCheck: false, maxLength: 7 },
        input: {
          startAdornment: (
            <InputAdornment position="start">
              <Box
                component="input"
                type="color"
                aria-label={translate('branding.look.pick', { label })}
                value={isColor(value) ? value.trim() : '#18181b'}
                onChange={(event: React.ChangeEvent<HTMLInputElement>) =>
                  setValue(source, event.target.value, { shouldDirty: true, shouldValidate: true })
                }
                sx={{ width: 24, height: 24, p: 0, border: 0, bgcolor: 'transparent' }}
              />
            </InputAdornment>
          ),
        },
      }}
    />
  )
}

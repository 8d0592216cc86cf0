import type { EnvironmentTemplate } from '@crossdock/client'
import Box from '@mui/material/Box'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import { formatInteger } from '@crossdock/admin/kit'
import { useInput, useTranslate } from 'ra-core'
import { useEffect, useId } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { formatGigabytes } from './model.js'
import { problemOf } from './TenantInput.js'
import { useTaken } from './use_taken.js'

/**
 * The type of the environment. Types that the tenant already has are disabled. The template fills fields that
 * the user has not changed.
 */
export function TemplateInput({ templates }: { templates: readonly EnvironmentTemplate[] }) {
  const translate = useTranslate()
  const id = useId()
  const tenantId: unknown = useWatch({ name: 'tenantId' })
  const taken = useTaken(typeof tenantId === 'string' ? tenantId : null)
  const isTaken = (name: unknown) => taken.some((one) => one === name)
  const { field, fieldState } = useInput({
    source: 'name',
    validate: (name: unknown) =>
      isTaken(name) ? translate('environments.form.typeTaken') : undefined,
  })
  const { getValues, setValue } = useFormContext()
  const choose = (name: string) => {
    const before = templates.find((one) => one.name === field.value)
    const next = templates.find((one) => one.name === name)
    field.onChange(name)
    for (const [key, value] of Object.entries(next ?? {})) {
      const isOfTemplate = getValues(key) === before?.[key as keyof EnvironmentTemplate]
      if (key !== 'name' && isOfTemplate) setValue(key, value, { shouldDirty: true })
    }
  }
  const free = isTaken(field.value) && templates.find(({ name }) => !isTaken(name))?.name
  useEffect(() => {
    // If the tenant already has the chosen type, choose a free one. The tenant can be chosen after the type.
    if (free) choose(free)
  })
  return (
    <FormControl error={Boolean(fieldState.error)}>
      <FormLabel id={id} sx={{ mb: 0.75, typography: 'body2' }}>
        {translate('environments.form.type')}
      </FormLabel>
      <RadioGroup
        aria-labelledby={id}
        name="name"
        value={field.value}
        onChange={(_event, name) => choose(name)}
        sx={{
          display: 'grid',
          gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, minmax(0, 1fr))' },
          gap: 1,
        }}
      >
        {templates.map((template) => (
          <FormControlLabel
            key={template.name}
            value={template.name}
            disabled={isTaken(template.name)}
            control={<Radio size="small" />}
            label={<TemplateText template={template} isTaken={isTaken(template.name)} />}
            sx={{
              m: 0,
              px: 1,
              py: 1,
              alignItems: 'flex-start',
              border: 1,
              borderRadius: '10px',
              borderColor: (theme) =>
                template.name === field.value ? theme.palette.accent : theme.palette.divider,
              '&:hover': { bgcolor: (theme) => theme.palette.surface.hover },
            }}
          />
        ))}
      </RadioGroup>
      {fieldState.error && (
        <FormHelperText>{problemOf(fieldState.error.message, translate)}</FormHelperText>
      )}
    </FormControl>
  )
}

function TemplateText({ template, isTaken }: { template: EnvironmentTemplate; isTaken: boolean }) {
  const translate = useTranslate()
  return (
    <Box sx={{ pt: 0.5, minWidth: 0 }}>
      <Typography sx={{ fontWeight: 500 }}>
        {translate(`environments.name.${template.name}`)}
      </Typography>
      <Typography variant="caption" component="p" color="textSecondary">
        {isTaken
          ? translate('environments.form.typeTaken')
          : translate('environments.form.typeText', {
              calls: formatInteger(template.apiCallsPerMonth),
              storage: formatGigabytes(template.storageQuotaGB),
              systems: formatInteger(template.maxExternalSystems),
            })}
      </Typography>
    </Box>
  )
}

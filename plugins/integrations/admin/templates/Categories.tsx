import type { ContractTemplate } from '@crossdock/client'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslate } from 'ra-core'

export type Category = { kind: 'all' } | { kind: 'own' } | { kind: 'named'; name: string }

export const isInCategory = ({ isGlobal, category }: ContractTemplate, chosen: Category): boolean =>
  chosen.kind === 'all' || (chosen.kind === 'own' ? !isGlobal : category === chosen.name)

interface CategoriesProps {
  templates: readonly ContractTemplate[]
  chosen: Category
  onChoose: (category: Category) => void
}

/** The categories, each with its number of templates. */
export function Categories({ templates, chosen, onChoose }: CategoriesProps) {
  const translate = useTranslate()
  const text = (key: string) => translate(`integrations.templates.${key}`)
  const names = [...new Set(templates.flatMap(({ category }) => category ?? []))].sort(
    (one, other) => one.localeCompare(other)
  )
  const entries: [label: string, category: Category][] = [
    [text('all'), { kind: 'all' }],
    [text('own'), { kind: 'own' }],
    ...names.map((name): [string, Category] => [name, { kind: 'named', name }]),
  ]
  const isChosen = (category: Category) => JSON.stringify(category) === JSON.stringify(chosen)
  return (
    <Box
      component="nav"
      aria-label={text('categories')}
      sx={{ display: 'flex', flexDirection: { md: 'column' }, overflowX: 'auto', gap: 0.25 }}
    >
      {entries.map(([label, category]) => (
        <ButtonBase
          key={JSON.stringify(category)}
          aria-pressed={isChosen(category)}
          onClick={() => onChoose(category)}
          sx={{
            flex: 'none',
            justifyContent: 'space-between',
            gap: 1.5,
            minHeight: { xs: 42, md: 34 },
            px: 1.25,
            borderRadius: '8px',
            fontWeight: isChosen(category) ? 500 : 400,
            bgcolor: (theme) => (isChosen(category) ? theme.palette.surface.selected : undefined),
          }}
        >
          {label}
          <Box component="span" sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>
            {templates.filter((template) => isInCategory(template, category)).length}
          </Box>
        </ButtonBase>
      ))}
    </Box>
  )
}

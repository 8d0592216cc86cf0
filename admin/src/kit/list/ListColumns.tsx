import Divider from '@mui/material/Divider'
import { Columns3 } from 'lucide-react'
import { useStore, useTranslate } from 'ra-core'
import { CheckItem } from './CheckItem.js'
import { IconMenu } from './IconMenu.js'
import { useListSetup } from './context.js'
import { densities, useDensity } from './density.js'

/** The columns and the row height of the table, kept per person. */
export function ListColumns() {
  const translate = useTranslate()
  const { columns, storeKey } = useListSetup()
  const [hidden, setHidden] = useStore<string[]>(
    storeKey,
    columns.filter(({ optional }) => optional).map(({ source }) => source)
  )
  const [density, setDensity] = useDensity()
  const isShown = (source: string) => !hidden.includes(source)
  const toggle = (source: string) =>
    setHidden(isShown(source) ? [...hidden, source] : hidden.filter((one) => one !== source))
  return (
    <IconMenu label={translate('kit.list.columns')} icon={Columns3}>
      {() => [
        // Without the first column a row has no name.
        ...columns.slice(1).map(({ source, label }) => (
          <CheckItem key={source} checked={isShown(source)} onClick={() => toggle(source)}>
            {label}
          </CheckItem>
        )),
        <Divider key="density" component="li" role="separator" />,
        ...densities.map((one) => (
          <CheckItem key={one} single checked={one === density} onClick={() => setDensity(one)}>
            {translate(`kit.list.density.${one}`)}
          </CheckItem>
        )),
      ]}
    </IconMenu>
  )
}

import vine from '@vinejs/vine'
import { namedShape } from '@crossdock/kernel/shapes'

const look = () =>
  namedShape('BrandLook', {
    primary: vine.string(),
    onPrimary: vine.string(),
    accent: vine.string(),
  })

/** The fields of a `Brand` in answers. */
export const brandShape = () => ({
  productName: vine.string().nullable(),
  logo: vine.string().nullable().meta({ description: 'Path of the logo on this host.' }),
  colors: vine.object({ light: look(), dark: look() }).nullable().meta({ title: 'BrandColors' }),
})

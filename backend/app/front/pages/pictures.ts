/** Written by backend/tests/journeys/front_pictures.ts; the files lie in admin/public/static. */
export const pictures = {
  light: '/static/product-light.webp',
  dark: '/static/product-dark.webp',
  width: 2368,
  height: 1316,
}

/**
 * The nonce that the content security policy of this page allows style elements by. The server puts it into index.html.
 * Dialogs lock scrolling by a package that looks for it in the global `__webpack_nonce__`.
 */
const given = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? ''

declare global {
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = given

/** The nonce of this page; empty where the server put none in. */
export const nonce = (): string => given

/**
 * The colours of words, where axe has not passed their look before: words that look alike on the same ground are put to it
 * once, since finding out what lies behind each of them is most of what axe takes. What lies behind words without being
 * around them is no part of their look: a run with `SEXTON_TEST_LANGUAGES` puts all words of every page to axe.
 */

/** Tells what axe found, one line: a function, in the page. */
export const TELL = `({ id, help, nodes }) =>
  id + ': ' + help + ': ' + nodes.map(({ element }) => element.outerHTML.slice(0, 120)).join(' | ')`

/** Rules about colours. */
export const COLOURS = ['color-contrast', 'link-in-text-block']

/** A short name for a long text: 53 bits of it. */
const SHORT = `text => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (let at = 0; at < text.length; at += 1) {
    high = Math.imul(high ^ text.charCodeAt(at), 2654435761)
    low = Math.imul(low ^ text.charCodeAt(at), 1597334677)
  }
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}`

/**
 * Each element that shows words which axe judges, with all that their contrast depends on: the letters, and what lies on
 * what below them, down to the first ground that nothing is seen through.
 */
const LOOKS = `() => {
  const short = ${SHORT}
  const grounds = new Map()
  const groundOf = element => {
    if (element === null) return []
    const known = grounds.get(element)
    if (known !== undefined) return known
    const { color, backgroundColor, backgroundImage, opacity, filter, mixBlendMode, position } = getComputedStyle(element)
    const fades = [opacity, filter, mixBlendMode].join()
    const below = groundOf(element.parentElement)
    const closed = backgroundColor.startsWith('rgb(') && backgroundImage === 'none'
    const own = { layer: [color, backgroundColor, backgroundImage, position].join(), fades: fades === '1,none,normal' ? '' : fades }
    // What is below a closed ground still fades it.
    const ground = [own, ...(closed ? below.filter(one => one.fades !== '').map(({ fades }) => ({ layer: '', fades })) : below)]
    grounds.set(element, ground)
    return ground
  }
  /** Links among other words must differ from them by more than their colour. */
  const isAmongWords = link => {
    let block = link.parentElement
    while (getComputedStyle(block).display.startsWith('inline')) block = block.parentElement
    return block.textContent.trim() !== link.textContent.trim()
  }
  const lookOf = element => {
    const { fontSize, fontWeight, textShadow, textDecorationLine } = getComputedStyle(element)
    const letters = [element.tagName, element.getAttribute('class'), fontSize, fontWeight, textShadow, textDecorationLine]
    const link = element.closest('a[href]')
    if (link !== null) letters.push(isAmongWords(link))
    return short(letters.join() + groundOf(element).map(({ layer, fades }) => layer + fades).join(' on '))
  }
  const hasWords = element =>
    /^(?:INPUT|SELECT|TEXTAREA)$/.test(element.tagName)
      ? !/^(?:hidden|range|color|checkbox|radio|image)$/.test(element.type)
      : [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim() !== '') && element.textContent.trim().length > 1
  const isShown = element => {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    const { width, height, right, bottom } = element.getBoundingClientRect()
    // Words that are only read out, and those that come onto the screen when they have the focus.
    return width > 1 && height > 1 && right + scrollX > 0 && bottom + scrollY > 0
  }
  const judged = [...document.querySelectorAll('body, body *')]
    .filter(one => hasWords(one) && isShown(one) && one.closest('button:disabled, [aria-disabled=true]') === null)
  return new Map(judged.map(one => [one, lookOf(one)]))
}`

/**
 * A function, in the page: puts one element of each look that is not among those it is given to axe, and all the others
 * that look so where axe could not tell of that one. It answers with what is wrong, and the looks that axe passed.
 */
export const LOOK_ANEW = `async known => {
  const [looks, passed, wrong] = [(${LOOKS})(), new Set(known), []]
  const put = async chosen => {
    // A page may have drawn itself anew meanwhile.
    const elements = chosen.filter(one => one.isConnected)
    if (elements.length === 0) return
    const { passes, violations } = await axe.run(
      // A link is looked at whole, beside what stands around it.
      { include: elements.map(one => one.closest('a[href]') ?? one) },
      { runOnly: ${JSON.stringify(COLOURS)}, resultTypes: ['passes', 'violations'], selectors: false, elementRef: true },
    )
    wrong.push(...violations)
    const isWrong = one => violations.some(({ nodes }) => nodes.some(({ element }) => element.contains(one)))
    for (const { id, nodes } of passes)
      if (id === 'color-contrast')
        for (const { element } of nodes) if (looks.has(element) && !isWrong(element)) passed.add(looks.get(element))
  }
  const example = new Map([...looks].map(([element, look]) => [look, element]))
  const isNew = element => !passed.has(looks.get(element))
  await put([...example.values()].filter(isNew))
  await put([...looks.keys()].filter(one => isNew(one) && example.get(looks.get(one)) !== one))
  return { wrong: wrong.map(${TELL}), passed: [...passed].slice(known.length) }
}`

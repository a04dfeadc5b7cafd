const START = /^\s*(<\?xml[^>]{0,200}>\s*)?<(!doctype\s+html|html|head|body|title|script)\b/i;

/** Whether a text is a page for a browser. */
export const isHtml = (text: string): boolean => START.test(text.slice(0, 1_000));

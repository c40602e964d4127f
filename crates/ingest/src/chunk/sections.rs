//! Joins nodes where that crosses no section: a heading with its text, a list of headings, very short
//! sub-parts of one section.

use twolane_text::{Line, LineFlags};

use super::outline::{Node, Outline, is_skipped};

/// Joins nodes. `tokens` counts the tokens of a run of lines.
pub(super) fn join(
    outline: &Outline,
    lines: &[Line],
    small: usize,
    target: usize,
    tokens: &dyn Fn(&Node) -> usize,
) -> Vec<Node> {
    let headed = join_headings(outline, lines);
    join_sub_parts(outline, lines, headed, small, target, tokens)
}

fn is_bare(node: &Node) -> bool {
    node.body >= node.lines.end
}

/// Joins a node of headings only with the next one when that lies under it. Several sibling nodes in a row (a
/// table of contents, an agenda) make one node.
fn join_headings(outline: &Outline, lines: &[Line]) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::new();
    // Nodes on the way down: each lies under the one before it.
    let mut chain: Vec<Node> = Vec::new();
    for node in &outline.nodes {
        let under = chain
            .last()
            .is_some_and(|above| adjoins(lines, above, node) && starts_with(&node.path, &above.path));
        if !under {
            flush_chain(lines, &mut chain, &mut out, None);
        }
        if is_bare(node) {
            chain.push(node.clone());
        } else {
            flush_chain(lines, &mut chain, &mut out, Some(node.clone()));
        }
    }
    flush_chain(lines, &mut chain, &mut out, None);
    out
}

fn flush_chain(lines: &[Line], chain: &mut Vec<Node>, out: &mut Vec<Node>, last: Option<Node>) {
    let start = chain.first().map(|n| n.lines.start);
    let bare = last.is_none();
    let Some(mut node) = last.or_else(|| chain.last().cloned()) else { return };
    chain.clear();
    if let Some(start) = start {
        node.lines.start = start;
    }
    if bare {
        node.body = node.lines.end;
        if let Some(before) = out.last_mut().filter(|b| is_bare(b) && adjoins(lines, b, &node)) {
            before.path = common(&before.path, &node.path);
            before.lines.end = node.lines.end;
            before.body = node.lines.end;
            return;
        }
    }
    out.push(node);
}

/// Joins sub-parts of one section while the result is small. Sections themselves are never joined.
fn join_sub_parts(
    outline: &Outline,
    lines: &[Line],
    nodes: Vec<Node>,
    small: usize,
    target: usize,
    tokens: &dyn Fn(&Node) -> usize,
) -> Vec<Node> {
    let mut out: Vec<(Node, usize)> = Vec::new();
    for node in nodes {
        let size = tokens(&node);
        if let Some((before, held)) = out.last_mut() {
            let same = root(outline, before)
                .is_some_and(|r| root(outline, &node) == Some(r) && node.path.len() > depth_of(&node, r));
            if same
                && (*held < small || size < small)
                && *held + size <= target
                && adjoins(lines, before, &node)
            {
                before.path = common(&before.path, &node.path);
                before.lines.end = node.lines.end;
                *held += size;
                continue;
            }
        }
        out.push((node, size));
    }
    out.into_iter().map(|(node, _)| node).collect()
}

/// Returns the section that a node belongs to: the outermost section on its path.
fn root(outline: &Outline, node: &Node) -> Option<usize> {
    node.path.iter().copied().find(|e| outline.entries.get(*e).is_some_and(|e| e.is_section))
}

fn depth_of(node: &Node, entry: usize) -> usize {
    node.path.iter().position(|e| *e == entry).map_or(usize::MAX, |i| i + 1)
}

/// Returns true when two nodes are on one page, equally visible, and without text between them.
fn adjoins(lines: &[Line], a: &Node, b: &Node) -> bool {
    let (Some(x), Some(y)) = (lines.get(a.lines.start), lines.get(b.lines.start)) else { return false };
    let between = lines.get(a.lines.end..b.lines.start).unwrap_or(&[]);
    x.page == y.page
        && x.flags.contains(LineFlags::HIDDEN) == y.flags.contains(LineFlags::HIDDEN)
        && between.iter().all(is_skipped)
}

fn starts_with(path: &[usize], above: &[usize]) -> bool {
    path.len() > above.len() && path.get(..above.len()) == Some(above)
}

fn common(a: &[usize], b: &[usize]) -> Vec<usize> {
    a.iter().zip(b).take_while(|(x, y)| x == y).map(|(x, _)| *x).collect()
}

//! Benchmark results as one self-contained HTML file.

use std::fmt::Write;

use super::bench::BenchReport;
use super::percentile::Percentiles;

/// Width of the longest bar in pixels.
const BAR: f64 = 460.0;

/// Renders the report as a page with one chart for warm and one for newly opened archives.
pub fn bench_html(report: &BenchReport) -> String {
    let mut page = String::from(HEAD);
    let _ = write!(
        page,
        "<h1>Bench</h1><p>{} · {} sources, {} chunks · {} queries · model {}</p>",
        escape(&report.machine),
        report.sources,
        report.chunks,
        report.queries,
        report.model.as_deref().map_or_else(|| "none".to_owned(), escape)
    );
    let (cold, warm): (Vec<_>, Vec<_>) =
        report.stages.iter().partition(|(name, _)| name.starts_with("cold_") || *name == "open");
    chart(&mut page, "Warm", &warm);
    chart(&mut page, "Newly opened archive, first search", &cold);
    let _ = write!(page, "<h2>Ingest</h2><ul>");
    for (what, rate) in [
        ("pages a second", report.ingest.pages_per_s),
        ("passages embedded a second", report.ingest.chunks_per_s),
    ] {
        if let Some(rate) = rate {
            let _ = write!(page, "<li>{rate:.1} {what}</li>");
        }
    }
    page.push_str("</ul>");
    if let Some(comparison) = &report.comparison {
        page.push_str("<h2>Against the earlier run</h2><table><tr><th>stage<th>p50<th>p95</tr>");
        for (name, ratio) in comparison {
            let _ = write!(page, "<tr><td>{}<td>{:.2} ×<td>{:.2} ×</tr>", escape(name), ratio.p50, ratio.p95);
        }
        page.push_str("</table>");
    }
    page.push_str("</body></html>\n");
    page
}

fn chart(page: &mut String, title: &str, stages: &[(&String, &Percentiles)]) {
    let longest = stages.iter().map(|(_, p)| p.p95_ms).fold(0.0, f64::max);
    if longest <= 0.0 {
        return;
    }
    let _ = write!(
        page,
        "<h2>{title}</h2><svg role=\"img\" aria-label=\"{title}: median and 95th percentile of each stage\" \
         width=\"760\" height=\"{}\" font-size=\"13\">",
        stages.len() * 30 + 6
    );
    for (place, (name, p)) in stages.iter().enumerate() {
        let y = place * 30 + 4;
        let _ = write!(
            page,
            "<text x=\"110\" y=\"{}\" text-anchor=\"end\">{}</text>\
             <rect class=\"p95\" x=\"120\" y=\"{y}\" width=\"{:.1}\" height=\"20\"/>\
             <rect class=\"p50\" x=\"120\" y=\"{y}\" width=\"{:.1}\" height=\"20\"/>\
             <text x=\"{:.1}\" y=\"{}\">{:.2} / {:.2} ms</text>",
            y + 15,
            escape(name.trim_start_matches("cold_")),
            BAR * p.p95_ms / longest,
            BAR * p.p50_ms / longest,
            126.0 + BAR * p.p95_ms / longest,
            y + 15,
            p.p50_ms,
            p.p95_ms
        );
    }
    page.push_str("</svg>");
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const HEAD: &str = "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>twolane bench</title><style>\
body{font:15px/1.5 system-ui,sans-serif;max-width:50em;margin:2em auto;padding:0 1em;color:#1b1f24}\
svg text{fill:#1b1f24}.p95{fill:#b9cfe4}.p50{fill:#2f6da6}td,th{text-align:left;padding:.15em 1.2em .15em 0}\
@media(prefers-color-scheme:dark){body{background:#15181c;color:#e6e6e6}svg text{fill:#e6e6e6}}\
</style></head><body><p>Dark: median. Light: 95th percentile.</p>";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::{IngestRate, Ratio};

    #[test]
    fn has_a_bar_a_stage_and_escapes() {
        let stage = |p50_ms| Percentiles { p50_ms, p95_ms: 2.0 * p50_ms, n: 5 };
        let report = BenchReport {
            stages: [("bm25", 1.0), ("total", 4.0), ("cold_total", 9.0), ("open", 3.0)]
                .map(|(name, ms)| (name.to_owned(), stage(ms)))
                .into(),
            ingest: IngestRate { pages_per_s: None, chunks_per_s: Some(12.34) },
            machine: "A<B> & \"C\"".into(),
            sources: 2,
            chunks: 3,
            model: None,
            queries: 4,
            comparison: Some([("bm25".to_owned(), Ratio { p50: 0.5, p95: 1.25 })].into()),
        };
        let page = bench_html(&report);
        assert_eq!(page.matches("class=\"p50\"").count(), 4);
        assert!(page.contains("A&lt;B&gt; &amp; &quot;C&quot;") && !page.contains("A<B>"));
        assert!(page.contains("12.3 passages embedded a second") && !page.contains("pages a second"));
        assert!(page.contains("<td>0.50 ×<td>1.25 ×"));
        // The longest bar is the warm total's 95th percentile.
        assert!(page.contains("width=\"460.0\""));
    }

    #[test]
    fn what_a_name_says_is_never_html() {
        let strings: Vec<String> =
            serde_json::from_str(include_str!("../../../tests/data/planted/strings.json")).unwrap();
        for string in strings {
            let shown = escape(&string);
            assert!(!shown.contains(['<', '>', '"']), "{shown}");
            let plain = shown.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
            assert_eq!(plain.replace("&amp;", "&"), string);
        }
    }
}
